print("garage")

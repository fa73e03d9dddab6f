# 50,000 conformance records, which all say that the same unknown type conforms to the same unknown
# protocol: what they cost is what has to be read of records that concern no class.
  .section .rodata.many, "a"
  .balign 16
descriptor:
  .zero 64
record:
  .long descriptor - .
  .long descriptor - .
  .long 0
  .long 0
  .section swift5_protocol_conformances, "aR", %progbits
  .balign 4
  .rept 50000
  .long record - .
  .endr

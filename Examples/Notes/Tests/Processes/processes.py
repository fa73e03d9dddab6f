"""Starts the server as a process, kills it while clients write, and stops it as an operator would.

Usage: processes.py PROGRAM

It ends with 0 when all of this is true:

- After SIGKILL at any moment, a server that is started with the same file has every change that was
  acknowledged, and nothing that was not asked for.
- So it has after SIGTERM, on which it releases its singletons in the reverse order of their making,
  and ends with 0.
- What cannot run says why, does not listen, and does not end with 0.
"""

import http.client
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading

PROGRAM = sys.argv[1]
PATIENCE = 60
CONNECTIONS = 6
ROUNDS = 3
ACKNOWLEDGED = 300


def check(condition, message):
    if not condition:
        raise SystemExit(f"processes.py: {message}")


class Server:
    """A server in a separate process, on a free port."""

    running = []

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [PROGRAM, "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        Server.running.append(self.process)
        self.log = []
        self.reader = threading.Thread(
            target=lambda: self.log.extend(self.process.stderr), daemon=True)
        self.reader.start()
        lines = queue.Queue()
        threading.Thread(
            target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        line = lines.get(timeout=PATIENCE)
        check(
            line.startswith("listening on http://127.0.0.1:"),
            f"the server says {line!r} instead of where it listens\n{''.join(self.log)}")
        self.port = int(line.rsplit(":", 1)[1])

    def end(self, number):
        """Sends a signal, and returns the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=PATIENCE)
        self.reader.join(timeout=PATIENCE)
        self.process.stdout.close()
        return status


class Client:
    """Writes, changes and deletes notes on one connection until the server is gone.

    `state` maps the number of a note to the text that was acknowledged last, or None when it was
    deleted. `pending` is the one change that was sent and not acknowledged.
    """

    def __init__(self, user, acknowledged):
        self.user = user
        self.acknowledged = acknowledged
        self.state = {}
        self.pending = None
        self.trouble = None

    def start(self, port):
        self.port = port
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        count = 0
        try:
            while True:
                count += 1
                self.change(connection, count)
                self.acknowledged.release()
        except (ConnectionError, http.client.HTTPException, socket.timeout) as error:
            if isinstance(error, socket.timeout):
                self.trouble = f"the server did not answer {self.user}"
        finally:
            connection.close()

    def change(self, connection, count):
        living = [note for note, text in self.state.items() if text is not None]
        text = f"{self.user} {count} " + "x" * (count % 700)
        if count % 5 == 4 and living:
            note = living[-1]
            self.pending = (note, None)
            self.ask(connection, "DELETE", f"/notes/{note}", None, 204)
            self.state[note] = None
        elif count % 5 == 2 and living:
            note = living[-1]
            self.pending = (note, text)
            self.ask(connection, "PUT", f"/notes/{note}", text, 200)
            self.state[note] = text
        else:
            self.pending = ("new", text)
            note = self.ask(connection, "POST", "/notes", text, 201)["id"]
            self.state[note] = text
        self.pending = None

    def ask(self, connection, method, path, text, expected):
        body = None if text is None else json.dumps({"title": "note", "text": text})
        connection.request(method, path, body, {"X-User": self.user})
        response = connection.getresponse()
        answer = response.read()
        if response.status != expected:
            self.trouble = f"{method} {path} of {self.user} is answered with {response.status}"
            raise ConnectionError
        return json.loads(answer) if answer else None

    def compare(self, found):
        """Compares the notes of a server with the acknowledged ones, and adopts them."""
        expected = {note: text for note, text in self.state.items() if text is not None}
        if self.pending is not None and found != expected:
            note, text = self.pending
            added = {number: found[number] for number in found.keys() - expected.keys()}
            if note == "new":
                check(list(added.values()) == [text], f"{self.user} has {added} and sent {text!r}")
                expected.update(added)
            elif text is None:
                expected.pop(note)
            else:
                expected[note] = text
        lost = expected.keys() - found.keys()
        check(not lost, f"notes of {self.user} were acknowledged and are lost: {sorted(lost)}")
        check(found == expected, f"the notes of {self.user} are not those acknowledged")
        self.state = dict(found)
        self.pending = None


def notes(port, user):
    """All notes of a user, as the server lists them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    found, path = {}, "/notes?limit=100"
    while path:
        connection.request("GET", path, headers={"X-User": user})
        page = json.loads(connection.getresponse().read())
        found.update({note["id"]: note["text"] for note in page["notes"]})
        path = f"/notes?limit=100&before={page['next']}" if page.get("next") else None
    connection.close()
    return found


def write_until(server, clients, acknowledged, number):
    """Lets clients write, sends a signal in the middle, and returns the exit status."""
    for client in clients:
        client.start(server.port)
    for _ in range(ACKNOWLEDGED):
        check(acknowledged.acquire(timeout=PATIENCE), "the clients do not get on")
    status = server.end(number)
    for client in clients:
        client.thread.join(timeout=PATIENCE)
        check(not client.thread.is_alive(), f"{client.user} still writes")
        check(client.trouble is None, client.trouble)
    return status


def kills_and_stops(folder):
    database = os.path.join(folder, "notes.sqlite")
    acknowledged = threading.Semaphore(0)
    clients = [Client(f"user-{number}", acknowledged) for number in range(CONNECTIONS)]
    for signal_number in [signal.SIGKILL] * ROUNDS + [signal.SIGTERM]:
        server = Server("--database", database)
        for client in clients:
            client.compare(notes(server.port, client.user))
        status = write_until(server, clients, acknowledged, signal_number)
        if signal_number == signal.SIGKILL:
            check(status == -signal.SIGKILL, f"a killed server has ended with {status}")
        else:
            check(status == 0, f"SIGTERM ends the server with {status}\n{''.join(server.log)}")
            check_release(server)
            log = database + "-wal"
            check(
                not os.path.exists(log) or os.path.getsize(log) == 0,
                "what was written does not lie in one file at the end")
    server = Server("--database", database)
    for client in clients:
        client.compare(notes(server.port, client.user))
    check(server.end(signal.SIGINT) == 0, "SIGINT does not end the server with 0")
    kept = sum(len(client.state) for client in clients)
    print(f"{ROUNDS} kills and 1 stop among {CONNECTIONS} writers: {kept} notes, none lost")


def check_release(server):
    order = [
        line.split("released the ")[1].split(":")[0]
        for line in server.log if "released the " in line
    ]
    check(
        order == ["repository", "database", "activity"],
        f"the singletons were released in the order {order}")


def memory_leaves_no_file(folder):
    before = sorted(os.listdir(folder))
    server = Server("--memory")
    check(notes(server.port, "anna") == {}, "a server in memory has notes")
    check(server.end(signal.SIGTERM) == 0, "SIGTERM does not end a server in memory with 0")
    check(sorted(os.listdir(folder)) == before, "a server in memory has left a file")
    check_release(server)


def fails(options, status, message):
    result = subprocess.run(
        [PROGRAM, *options], capture_output=True, text=True, timeout=PATIENCE)
    check(
        result.returncode == status and message in result.stderr and "listening" not in result.stdout,
        f"{options} ends with {result.returncode}: {result.stdout}{result.stderr}")


def what_cannot_run_says_why(folder):
    fails(["--memory", "--database", "notes.sqlite"], 64, "in memory or in a file, not in both")
    fails(["--port", "70000"], 64, "A port is a number from 0 to 65535.")
    fails(
        ["--port", "0", "--database", os.path.join(folder, "none", "notes.sqlite")], 1,
        "unable to open database file")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        fails(["--memory", "--port", str(taken.getsockname()[1])], 1, "Address already in use")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            kills_and_stops(folder)
            memory_leaves_no_file(folder)
            what_cannot_run_says_why(folder)
        finally:
            os.chdir("/")
            for process in Server.running:
                process.kill()
    print("the server stops in order, and says why it cannot run")


main()

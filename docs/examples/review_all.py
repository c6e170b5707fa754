"""Proposes for every pair of a project, flags those that a model is unsure of, and exports the rest.

deltascribe serve FOLDER --allow OUT --api api.json     in one terminal
python3 review_all.py api.json OUT/set                  in another

It needs Python 3.8 and nothing else.
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid


class Deltascribe:
    def __init__(self, api_file):
        with open(api_file, encoding="utf-8") as file:
            access = json.load(file)
        self.url = access["url"]
        self.headers = {
            "Authorization": "Bearer " + access["token"],
            "Content-Type": "application/json",
        }

    def call(self, command, **given):
        """Sends one command. An error carries the message of the program."""
        body = json.dumps(given).encode()
        request = urllib.request.Request(self.url + command, body, self.headers, method="POST")
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["message"]) from None

    def events(self, *names):
        """Listens from now on. Gives the name and the payload of each event, for ever."""
        url = self.url + "events?names=" + ",".join(names)
        return read_events(urllib.request.urlopen(urllib.request.Request(url, headers=self.headers)))


def read_events(stream):
    name = None
    for line in stream:
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            name = text[7:]
        elif text.startswith("data: "):
            yield name, json.loads(text[6:])


def main(api_file, out):
    app = Deltascribe(api_file)
    everything = {"states": None, "search": "", "hasProblem": None}
    for pair_id in app.call("pairs.find", filter=everything, order="key")["ids"]:
        proposal = app.call("proposals.make", pairId=pair_id)
        decision = "flag" if 0.2 < proposal["score"] < 0.8 else "accept"
        # an edit has an id of its own: sent again, it counts once
        app.call(
            "pairs.decide", pairId=pair_id, eventId=str(uuid.uuid4()), decision=decision, milliseconds=0
        )
        print(pair_id, round(proposal["score"], 3), decision, flush=True)

    jobs = app.events("job.changed")
    # the server has a working folder of its own
    app.call("export.start", format="coco", out=os.path.abspath(out), states=["accepted"])
    for _, job in jobs:
        if job["state"] != "running":
            report = job["exportReport"]
            if report is None:
                sys.exit(job["failure"]["message"] if job["failure"] else "The export was stopped.")
            print(f"{report['pairCount']} pairs are exported")
            return


if __name__ == "__main__":
    main(*sys.argv[1:])

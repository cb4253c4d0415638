"""An agent at the desk, on slixmpp: an XMPP client that shares no code with ours.

Arguments: address, password, port. Reads commands as lines of JSON and writes what happens as lines of JSON.
"""
import asyncio
import json
import sys
from xml.etree import ElementTree

import slixmpp

UPLOAD = "{urn:xmpp:http:upload:0}"

address, password, port = sys.argv[1:4]


class Agent(slixmpp.ClientXMPP):
    def __init__(self):
        super().__init__(address, password)
        for plugin in ("xep_0066", "xep_0085", "xep_0172", "xep_0184", "xep_0198", "xep_0280", "xep_0308", "xep_0333", "xep_0424"):
            self.register_plugin(plugin)
        self["feature_mechanisms"].unencrypted_plain = True
        self["feature_mechanisms"].unencrypted_scram = True
        self.add_event_handler("session_start", self.started)
        self.add_event_handler("message", self.heard)
        self.add_event_handler("receipt_received", lambda one: tell("receipt", id=one["receipt"]))
        self.add_event_handler("marker_displayed", lambda one: tell("read", id=one["displayed"]["id"]))
        for kind in ("carbon_sent", "carbon_received"):
            self.add_event_handler(kind, lambda one, kind=kind: self.copied(kind, one[kind]))
        for state in ("composing", "paused", "gone"):
            self.add_event_handler("chatstate_" + state, lambda one, state=state: tell("state", state=state))

    async def started(self, _):
        self.send_presence()
        await self.get_roster()
        try:
            await self["xep_0280"].enable()
        except slixmpp.exceptions.IqError:
            pass  # The server has no carbons. This agent sees its own answers only.
        tell("ready")

    def copied(self, kind, message):
        # XEP-0280: what another agent of the desk has answered, or what only the other one was sent.
        if message["body"]:
            visitor = message["to" if kind == "carbon_sent" else "from"].bare
            tell(kind, id=message["id"], text=message["body"], visitor=visitor)

    def heard(self, message):
        if message["type"] in ("chat", "normal") and message["body"]:
            tell("text", id=message["id"], text=message["body"], visitor=message["from"].bare, nick=message["nick"]["nick"] or None)
            form = message.xml.find("{jabber:x:data}x")
            if form is not None:
                tell("answers", visitor=message["from"].bare, answers={
                    field.get("var"): field.findtext("{jabber:x:data}value") for field in form})
            if message["oob"]["url"]:
                tell("file", id=message["id"], get=message["oob"]["url"], visitor=message["from"].bare)

    async def ask_slot(self, command):
        # XEP-0363. The plugin of slixmpp needs a HTTP library.
        request = ElementTree.Element(
            UPLOAD + "request", {"filename": command["name"], "size": command["size"], "content-type": command["type"]})
        iq = self.make_iq_get(ito=command["service"])
        iq.append(request)
        slot = (await iq.send()).xml.find(UPLOAD + "slot")
        put = slot.find(UPLOAD + "put")
        headers = {one.get("name"): one.text for one in put.findall(UPLOAD + "header")}
        tell("slot", id=command["id"], put=put.get("url"), get=slot.find(UPLOAD + "get").get("url"), headers=headers)

    async def prioritize(self, priority):
        self.send_presence(ppriority=priority)
        # The server handles stanzas in order: when it answers this one, the priority counts.
        await self.get_roster()
        tell("priority")

    def act(self, command):
        if command["action"] == "slot":
            self.loop.create_task(self.ask_slot(command))
            return
        if command["action"] == "priority":
            self.loop.create_task(self.prioritize(int(command["priority"])))
            return
        if command["action"] == "retract":
            self["xep_0424"].send_retraction(slixmpp.JID(command["to"]), command["id"])
            return
        message = self.make_message(mto=command["to"], mtype="chat", mbody=command.get("text"))
        action = command["action"]
        if action == "state":
            message["chat_state"] = command["state"]
        elif action == "correct":
            message["replace"]["id"] = command["id"]
        elif action == "form":
            message.append(ElementTree.fromstring(command["form"]))
        elif action == "read":
            message["displayed"]["id"] = command["id"]
        elif action == "file":
            message["id"] = command["id"]
            message["oob"]["url"] = command["text"]
        elif action == "say":
            message["id"] = command["id"]
            message["request_receipt"] = True
        message.send()


def tell(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


async def main():
    agent = Agent()
    agent.connect(("127.0.0.1", int(port)), disable_starttls=True)
    commands = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while line := await commands.readline():
        agent.act(json.loads(line))
    # A session whose connection is only cut is kept for a resumption, and takes what the desk should hear.
    await agent.disconnect()


asyncio.run(main())

-- Visitors can write to the desks and to nobody else, not even to each other. They learn whether somebody is at a desk, without being
-- among its contacts: they ask with a probe (RFC 6121, 4.3), and hear of every change until they leave.
local jid = require "util.jid";
local st = require "util.stanza";
local desks = module:get_option_set("guest_desks", {});
local services = module:get_option_set("guest_services", {}); -- such as the upload of files
local watchers = {}; -- by desk, the full addresses of the visitors who have asked

local function tell(visitor, desk)
	local user = prosody.bare_sessions[desk];
	local is_there = false;
	for _, session in pairs(user and user.sessions or {}) do
		if session.presence then
			is_there = true;
			module:send(st.presence({ from = session.full_jid, to = visitor }):text_tag("priority", tostring(session.priority or 0)));
		end
	end
	if not is_there then module:send(st.presence({ type = "unavailable", from = desk, to = visitor })); end
end

local function check(event)
	local origin, stanza = event.origin, event.stanza;
	local to, kind = stanza.attr.to, stanza.attr.type;
	if not to then return; end -- to the visitor's own account
	local bare = jid.bare(to);
	if stanza.name == "presence" and kind == "probe" and desks:contains(bare) then
		watchers[bare] = watchers[bare] or {};
		watchers[bare][origin.full_jid] = true;
		tell(origin.full_jid, bare);
		return true;
	end
	if bare == module.host or desks:contains(bare) or services:contains(bare) then return; end
	if bare == origin.username .. "@" .. module.host then return; end
	if kind ~= "error" then
		origin.send(st.error_reply(stanza, "auth", "forbidden", "Visitors can write to the desk only"));
	end
	return true;
end

for _, kind in ipairs { "message", "presence", "iq" } do
	for _, target in ipairs { "bare", "full", "host" } do
		module:hook("pre-" .. kind .. "/" .. target, check, 1000);
	end
end

module:hook("resource-unbind", function (event)
	for _, of_desk in pairs(watchers) do of_desk[event.session.full_jid] = nil; end
end);

-- Presence that is sent to nobody in particular, and the end of a session. What it changes is known afterwards.
local function watch(desk)
	local function changed(event)
		local session = event.origin or event.session;
		if event.stanza and event.stanza.attr.to or session.username .. "@" .. session.host ~= desk then return; end
		module:add_timer(0, function ()
			for visitor in pairs(watchers[desk] or {}) do tell(visitor, desk); end
		end);
	end
	local host = module:context(jid.host(desk));
	host:hook("pre-presence/bare", changed, 1000);
	host:hook("resource-unbind", changed, -1000);
end

local function watch_all()
	for desk in desks do watch(desk); end
end

-- The host of the desks may be loaded after this one.
if prosody.start_time then watch_all(); else module:hook_global("server-started", watch_all); end

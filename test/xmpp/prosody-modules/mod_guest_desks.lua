-- Visitors can write to the desks and to nobody else, not even to each other.
local jid_bare = require "util.jid".bare;
local st = require "util.stanza";
local desks = module:get_option_set("guest_desks", {});
local services = module:get_option_set("guest_services", {}); -- such as the upload of files

local function check(event)
	local to = event.stanza.attr.to;
	if not to then return; end -- to the visitor's own account
	local bare = jid_bare(to);
	if bare == module.host or desks:contains(bare) or services:contains(bare) then return; end
	if bare == event.origin.username .. "@" .. module.host then return; end
	if event.stanza.attr.type ~= "error" then
		event.origin.send(st.error_reply(event.stanza, "auth", "forbidden", "Visitors can write to the desk only"));
	end
	return true;
end

for _, kind in ipairs { "message", "presence", "iq" } do
	for _, target in ipairs { "bare", "full", "host" } do
		module:hook("pre-" .. kind .. "/" .. target, check, 1000);
	end
end

-- A contact desk on Prosody 0.12. Copy it to /etc/prosody/prosody.cfg.lua, replace example.com, and read test/xmpp/README.md.

plugin_paths = { "/etc/prosody/modules" } -- mod_guest_desks.lua
pidfile = "/run/prosody/prosody.pid" -- by which prosodyctl finds the server

modules_enabled = {
  "roster", "saslauth", "tls", "disco", "posix", "ping", "time", "limits", "presence", "message", "iq", "offline",
  "smacks",    -- a conversation goes on after a lost connection
  "carbons",   -- several agents and tabs see the same conversation
  "mam",       -- the archive: history after a page load, and for agents who come later
  "websocket", "blocklist", "vcard_legacy", "pep",
}
-- No federation: nobody from elsewhere writes to a desk or to a visitor.
modules_disabled = { "s2s" }

authentication = "internal_hashed"
default_archive_policy = true
archive_expires_after = "90d"
smacks_hibernation_time = 600
smacks_max_queue_size = 5000 -- a busy desk gets that many messages before its client acknowledges the first
limits = { c2s = { rate = "20kb/s", burst = "5s" } }
unlimited_jids = { "sales@desk.example.com" } -- a desk answers many visitors over one connection
c2s_stanza_size_limit = 65536

-- The proxy in front (nginx.conf) ends TLS, checks the page's origin and is the only one that reaches this port.
http_interfaces = { "127.0.0.1" }
http_ports = { 5280 }
https_ports = {}
trusted_proxies = { "127.0.0.1", "::1" }
consider_websocket_secure = true

-- The people who answer. Their clients connect here; accounts are made with `prosodyctl adduser sales@desk.example.com`.
VirtualHost "desk.example.com"
  disco_items = { { "upload.example.com", "Files" } } -- where their clients send files to

-- The visitors. Each browser registers an account of its own, which can write to the desks only.
VirtualHost "guests.example.com"
  modules_enabled = { "register_ibr", "register_limits", "user_account_management", "guest_desks" }
  allow_registration = true
  -- Per address: ten accounts at once, then one a minute. A company behind one address shares them.
  registration_throttle_max = 10
  registration_throttle_period = 600
  registration_allowlist = {}
  guest_desks = { "sales@desk.example.com" }
  guest_services = { "upload.example.com" }

-- Files, which the proxy serves from an origin of their own.
Component "upload.example.com" "http_file_share"
  http_external_url = "https://upload.example.com/"
  http_file_share_access = { "guests.example.com", "desk.example.com" }
  http_file_share_size_limit = 10 * 1024 * 1024
  http_file_share_daily_quota = 50 * 1024 * 1024
  http_file_share_expires_after = 90 * 24 * 3600

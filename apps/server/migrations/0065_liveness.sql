-- A Sparkplug device reports by exception: its silence says nothing, and only its node's or its own death ends its link.
alter table telemetry_links alter column silence_ms drop not null;
comment on column telemetry_links.silence_ms is
  'Silent for so long, ms, it counts as gone; null: it sends only what changes, and its silence says nothing.';
-- We could not hear it for a while: by then it must have said again that it lives. Null: it need not.
alter table telemetry_links add column confirm_by timestamptz;
create index telemetry_links_confirm on telemetry_links (confirm_by) where confirm_by is not null;

-- Messages outside of the app, by e-mail or WeCom.

alter table message_settings
  alter column app_off set default '{}',
  -- Groups of messages that are also sent.
  add column by_email text[] not null default '{}',
  add column by_wecom text[] not null default '{}',
  -- Between these times of the plant nothing is sent, over midnight too.
  add column quiet_from text collate "C" check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column quiet_until text collate "C" check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Of what is sent.
  add column language text collate "C" not null default 'zh' check (language in ('zh', 'en', 'es')),
  add constraint message_settings_quiet_check check ((quiet_from is null) = (quiet_until is null)
    and quiet_from <> quiet_until);

-- The queue of what is sent, and what became of it. No text: it is put together when it is sent.
create table message_deliveries (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  user_id bigint not null,
  message_id bigint not null,
  channel text collate "C" not null check (channel in ('email', 'wecom')),
  -- skipped: there was nothing left to say, or nobody to say it to.
  status text collate "C" not null default 'waiting' check (status in ('waiting', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- When it is tried next; while it is being sent, when another attempt may begin.
  due_at timestamptz not null,
  -- Why the last attempt failed, and the code of the other server.
  reason text collate "C" check (reason in ('unreachable', 'insecure', 'sign_in', 'rate_limited', 'rejected', 'refused')),
  detail text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint message_deliveries_message_fkey foreign key (user_id, message_id) references messages (user_id, id)
    on delete cascade,
  constraint message_deliveries_key unique (user_id, message_id, channel),
  constraint message_deliveries_failed_check check (status <> 'failed' or reason is not null)
);
create index message_deliveries_due on message_deliveries (channel, due_at) where status = 'waiting';
create index message_deliveries_by_status on message_deliveries (channel, status, changed_at desc);

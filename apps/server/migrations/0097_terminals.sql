-- Shared terminals on the shop floor, where people sign in with a PIN or a badge.

alter table users
  -- PHC string; null: the person has set no PIN.
  add column pin_hash text,
  -- Wrong PINs since the last correct one.
  add column pin_failures smallint not null default 0 check (pin_failures >= 0),
  -- What a reader reads from the person's badge; compared without regard to case.
  add column badge text collate "C" check (char_length(badge) between 1 and 64);
create unique index users_badge_unique on users (plant_id, upper(badge));

create table terminals (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  name text not null check (char_length(name) between 1 and 64),
  workshop_id bigint constraint terminals_workshop_fkey references workshops,
  -- SHA-256 of the token; the token itself is known to the device only.
  token_hash text collate "C" not null constraint terminals_token_unique unique,
  -- A badge is enough; otherwise the PIN is required too.
  badge_alone boolean not null,
  -- The terminal locks after this time without a touch.
  idle_minutes smallint not null check (idle_minutes between 1 and 30),
  -- Browser and system, for recognising it.
  device text not null,
  last_seen_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint terminals_name_unique unique (plant_id, name)
);
create index terminals_by_workshop on terminals (workshop_id);

-- The people on the lock screen.
create table terminal_people (
  terminal_id bigint not null references terminals on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (terminal_id, user_id)
);
create index terminal_people_by_user on terminal_people (user_id);

alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'ticket', 'wecom', 'oidc', 'pin', 'badge')),
  -- Ends with the terminal. Null: not signed in at a terminal.
  add column terminal_id bigint references terminals on delete cascade,
  add constraint sessions_terminal_check check ((terminal_id is not null) = (method in ('pin', 'badge')));
create index sessions_by_terminal on sessions (terminal_id) where terminal_id is not null;

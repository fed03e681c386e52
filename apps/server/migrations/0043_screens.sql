-- Screens, and the TVs that show them. What a screen shows is a display document of kind `screen` with the same id.
create table screens (
  id bigint primary key constraint screens_document_fkey references display_documents,
  plant_id bigint not null references plants,
  names jsonb not null,
  place text not null default '',
  source text collate "C" not null check (source in ('live', 'simulated')),
  -- Versions never go away, so neither does the screen: it is not shown any more.
  removed_at timestamptz
);
create index screens_by_plant on screens (plant_id, source, id) where removed_at is null;

-- A paired TV. Its token is no session: it never expires by itself, opens nothing but its screen, and ends by a click.
create table screen_devices (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  screen_id bigint not null constraint screen_devices_screen_fkey references screens,
  name text not null check (name <> ''),
  -- SHA-256 of the token; null from the confirmation until the TV has fetched it.
  token_hash text collate "C" constraint screen_devices_token_key unique,
  address text not null,
  device text not null,
  paired_at timestamptz not null,
  paired_by_name text not null,
  last_seen_at timestamptz,
  -- What it last told of itself; one row for ever, so that a year of beacons is no history to keep.
  beacon jsonb,
  command_done bigint not null default 0,
  revoked_at timestamptz,
  revoked_by_name text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index screen_devices_by_plant on screen_devices (plant_id, id);
create index screen_devices_by_screen on screen_devices (screen_id) where revoked_at is null;

-- A TV that waits: it holds the secret, shows the code, and is told its token by the secret alone.
create table screen_pairings (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  secret_hash text collate "C" not null constraint screen_pairings_secret_key unique,
  code text collate "C" not null check (code ~ '^[0-9]{6}$'),
  address text not null,
  device text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set by the confirmation; one TV is confirmed once.
  device_id bigint constraint screen_pairings_device_key unique references screen_devices,
  constraint screen_pairings_code_key unique (plant_id, code)
);
create index screen_pairings_by_end on screen_pairings (expires_at);

-- What TVs are told to do. Rows of yesterday are deleted by the next command.
create table screen_commands (
  no bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  screen_id bigint not null references screens,
  -- null: all TVs of the screen.
  device_id bigint references screen_devices,
  command text collate "C" not null check (command in ('identify', 'reload', 'page', 'message')),
  page integer check (page between 0 and 19),
  message text not null default '',
  at timestamptz not null,
  -- A TV that hears of it later does not do it any more.
  until timestamptz not null,
  by_name text not null,
  constraint screen_commands_page check ((command = 'page') = (page is not null))
);
create index screen_commands_by_screen on screen_commands (screen_id, no);
create index screen_commands_by_until on screen_commands (until);

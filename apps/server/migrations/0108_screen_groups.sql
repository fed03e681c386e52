-- TVs that hang together: commands and the choice of the screen are for all of them.
create table screen_groups (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  name text not null check (name <> ''),
  -- null: each TV shows its own screen.
  screen_id bigint constraint screen_groups_screen_fkey references screens,
  -- TVs that show the same screen show different pages of it at the same moment.
  staggered boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint screen_groups_name_key unique (plant_id, name)
);
alter table screen_devices add column group_id bigint
  constraint screen_devices_group_fkey references screen_groups;
create index screen_devices_by_group on screen_devices (group_id) where group_id is not null;

-- A command is for one TV, whatever it shows, for a group, or for all TVs that show a screen.
alter table screen_commands alter column screen_id drop not null;
alter table screen_commands add column group_id bigint references screen_groups on delete cascade;
update screen_commands set screen_id = null where device_id is not null;
alter table screen_commands add constraint screen_commands_target check (num_nonnulls(screen_id, group_id, device_id) = 1);
create index screen_commands_by_plant on screen_commands (plant_id, no);

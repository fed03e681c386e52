-- What a TV showed when it was last asked for a picture; the next one replaces it, and it goes with the TV's token.
create table screen_device_pictures (
  device_id bigint primary key references screen_devices on delete cascade,
  plant_id bigint not null references plants,
  taken_at timestamptz not null,
  -- null: the browser of the TV could not draw one.
  picture bytea check (octet_length(picture) between 1 and 102400),
  type text collate "C" check (type in ('image/webp', 'image/jpeg')),
  constraint screen_device_pictures_type check ((picture is null) = (type is null))
);
alter table screen_commands drop constraint screen_commands_command_check;
alter table screen_commands add constraint screen_commands_command_check
  check (command in ('identify', 'reload', 'page', 'message', 'picture'));

-- Which messages a person gets.

-- Nobody has a row before changing something.
create table message_settings (
  user_id bigint primary key constraint message_settings_user_fkey references users (id) on delete cascade,
  plant_id bigint not null references plants,
  -- Groups of messages that are not shown in the app.
  app_off text[] not null,
  updated_at timestamptz not null
);

-- False: the person had switched such messages off when it came.
alter table messages add column in_app boolean not null default true;
drop index messages_unread;
create index messages_unread on messages (user_id, id desc) where read_at is null and in_app;

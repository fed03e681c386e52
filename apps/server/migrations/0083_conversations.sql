-- Conversations of people about a record: comments, who follows, and the messages that tell people of them.

-- One for each record that somebody commented on or follows. The generated columns let the database delete it with its
-- record.
create table conversations (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  kind text collate "C" not null check (kind in ('order', 'delivery', 'ncr', 'inspection', 'machine', 'repair')),
  record_id bigint not null,
  order_id bigint generated always as (case when kind = 'order' then record_id end) stored
    constraint conversations_order_fkey references orders on delete cascade,
  delivery_id bigint generated always as (case when kind = 'delivery' then record_id end) stored
    constraint conversations_delivery_fkey references deliveries on delete cascade,
  ncr_id bigint generated always as (case when kind = 'ncr' then record_id end) stored
    constraint conversations_ncr_fkey references ncrs on delete cascade,
  inspection_id bigint generated always as (case when kind = 'inspection' then record_id end) stored
    constraint conversations_inspection_fkey references inspections on delete cascade,
  machine_id bigint generated always as (case when kind = 'machine' then record_id end) stored
    constraint conversations_machine_fkey references machines on delete cascade,
  repair_id bigint generated always as (case when kind = 'repair' then record_id end) stored
    constraint conversations_repair_fkey references repairs on delete cascade,
  constraint conversations_record_key unique (kind, record_id)
);
-- Only these records can be deleted.
create index conversations_by_order on conversations (order_id) where order_id is not null;
create index conversations_by_delivery on conversations (delivery_id) where delivery_id is not null;

create table comments (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  conversation_id bigint not null constraint comments_conversation_fkey references conversations on delete cascade,
  author_id bigint not null,
  author_name text not null,
  text text not null check (char_length(text) between 1 and 4000),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  edited_at timestamptz
);
create index comments_by_conversation on comments (conversation_id, id desc);

create table comment_mentions (
  comment_id bigint not null constraint comment_mentions_comment_fkey references comments on delete cascade,
  user_id bigint not null constraint comment_mentions_user_fkey references users (id) on delete cascade,
  -- As it stands in the text.
  name text not null,
  primary key (comment_id, user_id)
);

create table followers (
  conversation_id bigint not null constraint followers_conversation_fkey references conversations on delete cascade,
  user_id bigint not null constraint followers_user_fkey references users (id) on delete cascade,
  primary key (conversation_id, user_id)
);

-- No text: it is put together when it is read, from what the reader may see then.
create table messages (
  id bigint generated always as identity,
  plant_id bigint not null references plants,
  user_id bigint not null constraint messages_user_fkey references users (id) on delete cascade,
  conversation_id bigint not null constraint messages_conversation_fkey references conversations on delete cascade,
  comment_id bigint not null constraint messages_comment_fkey references comments on delete cascade,
  reason text collate "C" not null check (reason in ('mentioned', 'followed')),
  created_at timestamptz not null,
  read_at timestamptz,
  -- A person's newest messages are read in its order; no index by id alone could lead through those of others.
  primary key (user_id, id),
  constraint messages_comment_key unique (comment_id, user_id)
);
create index messages_unread on messages (user_id, id desc) where read_at is null;
create index messages_by_conversation on messages (conversation_id);

-- Ways of looking at a list that people keep: what is searched, filtered and sorted, and which columns are shown. The
-- owner's name is kept beside the id: a list of views needs no other feature's table.
create table saved_views (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  owner_id bigint not null constraint saved_views_owner_fkey references users (id) on delete cascade,
  owner_name text not null,
  -- The list's name in the browser, as its column settings use it.
  list text collate "C" not null check (list <> ''),
  name text not null check (name <> ''),
  -- Words of the list's address, without the page.
  query jsonb not null,
  -- Order, widths and visibility of columns, where they differ from the code; null = as the code says.
  columns jsonb,
  shared boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint not null,
  constraint saved_views_name_key unique (owner_id, list, name),
  constraint saved_views_size_check check (octet_length(query::text) + coalesce(octet_length(columns::text), 0) <= 32768)
);
create index saved_views_shared on saved_views (plant_id, list, name) where shared;

-- Links by which a customer sees one project (decision 0082). The code in the address, the password and the tokens of sessions
-- give access, so only their hashes are stored.
create table customer_links (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  project_id bigint not null constraint customer_links_project_fkey references projects on delete cascade,
  -- The customer's person who has it.
  name text not null check (name <> ''),
  -- How names of the factory's people are shown.
  masking text collate "C" not null check (masking in ('full', 'initial', 'hidden')),
  code_hash text collate "C" not null constraint customer_links_code_key unique,
  password_hash text collate "C" not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_by_name text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index customer_links_by_project on customer_links (project_id, id);

create table customer_sessions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  link_id bigint not null constraint customer_sessions_link_fkey references customer_links on delete cascade,
  token_hash text collate "C" not null constraint customer_sessions_token_key unique,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index customer_sessions_by_link on customer_sessions (link_id, expires_at);

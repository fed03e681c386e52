-- People, their roles, and how they get in.

create table users (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants (id),
  username text not null check (char_length(username) between 2 and 64),
  -- The name as it is compared: NFKC, lower case.
  username_key text collate "C" not null,
  cn_name text not null check (char_length(cn_name) between 1 and 64),
  email text check (char_length(email) <= 200),
  phone text check (char_length(phone) <= 40),
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- PHC string; null: no sign-in by password.
  password_hash text,
  -- lasting: chosen by its owner; first: of the first start; once: handed over, not yet used; used: handed over, used.
  password_state text not null default 'lasting' check (password_state in ('lasting', 'first', 'once', 'used')),
  password_expires_at timestamptz,
  wecom_id text collate "C" check (char_length(wecom_id) between 1 and 64),
  oidc_issuer text collate "C",
  oidc_subject text collate "C",
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  constraint users_username_unique unique (plant_id, username_key),
  constraint users_wecom_unique unique (plant_id, wecom_id),
  constraint users_oidc_unique unique (plant_id, oidc_issuer, oidc_subject),
  constraint users_oidc_whole check ((oidc_issuer is null) = (oidc_subject is null))
);
create index users_email on users (plant_id, lower(email)) where email is not null;

create table roles (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants (id),
  code text collate "C" not null check (code ~ '^[a-z][a-z0-9-]{1,31}$'),
  name text not null check (char_length(name) between 1 and 64),
  tags text[] not null default '{}',
  shipped boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  constraint roles_code_unique unique (plant_id, code)
);

create table user_roles (
  user_id bigint not null references users (id) on delete cascade,
  role_id bigint not null,
  primary key (user_id, role_id),
  constraint user_roles_role foreign key (role_id) references roles (id)
);
create index user_roles_by_role on user_roles (role_id);

create table sessions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants (id),
  user_id bigint not null references users (id) on delete cascade,
  -- SHA-256 of the token; the token itself is known to the browser only.
  token_hash text collate "C" not null constraint sessions_token_unique unique,
  method text not null check (method in ('password', 'ticket', 'wecom', 'oidc')),
  address text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, last_seen_at);
create index sessions_by_end on sessions (expires_at);

create table sign_in_tickets (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants (id),
  user_id bigint not null references users (id) on delete cascade,
  token_hash text collate "C" not null constraint sign_in_tickets_token_unique unique,
  next text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_user on sign_in_tickets (user_id, expires_at);
create index sign_in_tickets_by_end on sign_in_tickets (expires_at);

-- Sign-ins that went out to the identity provider and have not come back yet.
create table oidc_sign_ins (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants (id),
  state_hash text collate "C" not null constraint oidc_sign_ins_state_unique unique,
  nonce text not null,
  code_verifier text not null,
  next text,
  expires_at timestamptz not null
);
create index oidc_sign_ins_by_end on oidc_sign_ins (expires_at);

-- How often something failed since the window opened; the row means nothing after `expires_at`.
create table attempts (
  plant_id bigint not null references plants (id),
  scope text collate "C" not null,
  key text collate "C" not null,
  count integer not null,
  expires_at timestamptz not null,
  primary key (plant_id, scope, key)
);
create index attempts_by_end on attempts (expires_at);

create table preferences (
  user_id bigint not null references users (id) on delete cascade,
  key text collate "C" not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key),
  constraint preferences_size check (octet_length(value::text) <= 16384)
);

-- The last enabled administrator stays one, whoever writes. The lock on the role's row makes two demotions at the same
-- moment wait for each other, and the second look, with a snapshot of its own, sees what the first one did.
create function keep_one_administrator(plant bigint) returns void language plpgsql as $$
declare
  admin_role bigint;
begin
  select id into admin_role from roles where plant_id = plant and code = 'admin' for no key update;
  if not exists (
    select from user_roles join users on users.id = user_roles.user_id
    where user_roles.role_id = admin_role and users.status = 'active'
  ) then
    raise exception 'the last enabled administrator' using errcode = 'check_violation', constraint = 'last_admin';
  end if;
end $$;

create function users_keep_one_administrator() returns trigger language plpgsql as $$
begin
  if exists (
    select from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = new.id and roles.code = 'admin'
  ) then
    perform keep_one_administrator(new.plant_id);
  end if;
  return null;
end $$;

create trigger last_admin_enabled after update of status on users
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function users_keep_one_administrator();

create function user_roles_keep_one_administrator() returns trigger language plpgsql as $$
declare
  plant bigint;
begin
  select plant_id into plant from roles where id = old.role_id and code = 'admin';
  if found then
    perform keep_one_administrator(plant);
  end if;
  return null;
end $$;

create trigger last_admin_role after delete or update on user_roles
  for each row execute function user_roles_keep_one_administrator();

-- Search in the log by who, what and which record. Without the list of pending entries, which only a vacuum empties:
-- the embedded database has nobody who does that.
create index audit_log_words on audit_log
  using gin ((actor_name || ' ' || action || ' ' || subject_name || ' ' || subject_id) gin_trgm_ops)
  with (fastupdate = off);

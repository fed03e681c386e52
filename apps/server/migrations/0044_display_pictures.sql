-- Pictures for the walls: logo, honours, underlay of the plan. A picture never changes; drafts and versions name it by its id.
create table display_pictures (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  file_name text not null check (file_name <> ''),
  type text collate "C" not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes integer not null check (bytes > 0),
  width_px integer not null check (width_px > 0),
  height_px integer not null check (height_px > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by bigint,
  created_by_name text not null,
  -- The same bytes are the same picture.
  constraint display_pictures_sha256_key unique (plant_id, sha256)
);

-- Photos of what the site reports: damage, mostly.
create table site_photos (
  id bigint generated always as identity primary key,
  report_id bigint not null constraint site_photos_report_fkey references site_reports on delete cascade,
  plant_id bigint not null references plants,
  file_name text not null check (file_name <> ''),
  type text collate "C" not null,
  bytes integer not null check (bytes > 0),
  sha256 text collate "C" not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint site_photos_once unique (report_id, sha256)
);

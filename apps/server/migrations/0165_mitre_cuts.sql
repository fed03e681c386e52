-- Angles of the cuts of a part in its bar, in degrees from a square cut; both count as the part lies in the bar.
alter table nest_parts
  add column left_deg numeric(3,1) not null default 0 check (abs(left_deg) < 90),
  add column right_deg numeric(3,1) not null default 0 check (abs(right_deg) < 90),
  -- Turned end for end.
  add column turned boolean not null default false;

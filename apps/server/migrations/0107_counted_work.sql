-- Pieces of an order counted by route, status and place on the route. The totals of an order are sums over these few rows, so a report costs the same
-- whatever the size of the order. Triggers keep them, so no command can forget them. Whoever changes pieces has locked their order.
create table piece_counts (
  order_id bigint not null references orders on delete cascade,
  -- Null: the marks have no route yet.
  route_id bigint references routes,
  status text collate "C" not null,
  steps_done smallint not null,
  held boolean not null,
  pieces integer not null check (pieces >= 0),
  kg numeric(16,3) not null,
  -- Of these, the pieces whose next step is partly done, and the kilograms of these parts.
  begun integer not null check (begun >= 0),
  part_kg numeric(16,3) not null,
  constraint piece_counts_key unique nulls not distinct (order_id, route_id, status, steps_done, held)
);
create index piece_counts_by_route on piece_counts (route_id);

-- Counts all pieces of these orders.
create function recount_pieces(orders bigint[]) returns void language sql as $$
  delete from piece_counts where order_id = any(orders);
  insert into piece_counts (order_id, route_id, status, steps_done, held, pieces, kg, begun, part_kg)
  select p.order_id, m.route_id, p.status, p.steps_done, p.holds > 0, count(*), coalesce(sum(p.net_kg), 0),
    count(*) filter (where p.step_part > 0), coalesce(sum(round(p.net_kg * p.step_part, 3)), 0)
  from pieces p join marks m on m.id = p.mark_id where p.order_id = any(orders) group by 1, 2, 3, 4, 5;
$$;
select recount_pieces(array(select id from orders));

-- Changes the counts by what a statement changed on pieces.
create function count_changed_pieces() returns trigger language plpgsql as $$
begin
  with changed as materialized (
    select p.order_id, m.route_id, p.status, p.steps_done, p.holds > 0 as held, sum(sign) as pieces,
      sum(sign * coalesce(p.net_kg, 0)) as kg, sum(sign * (p.step_part > 0)::int) as begun,
      sum(sign * coalesce(round(p.net_kg * p.step_part, 3), 0)) as part_kg
    from (
      select -1 as sign, order_id, mark_id, status, steps_done, step_part, holds, net_kg from old_pieces
      union all select 1, order_id, mark_id, status, steps_done, step_part, holds, net_kg from new_pieces
    ) p join marks m on m.id = p.mark_id
    group by 1, 2, 3, 4, 5
  ), counted as (
    update piece_counts c set pieces = c.pieces + n.pieces, kg = c.kg + n.kg, begun = c.begun + n.begun,
      part_kg = c.part_kg + n.part_kg
    from changed n
    where c.order_id = n.order_id and c.route_id is not distinct from n.route_id and c.status = n.status
      and c.steps_done = n.steps_done and c.held = n.held
      and (n.pieces <> 0 or n.kg <> 0 or n.begun <> 0 or n.part_kg <> 0)
  )
  insert into piece_counts (order_id, route_id, status, steps_done, held, pieces, kg, begun, part_kg)
  select order_id, route_id, status, steps_done, held, pieces, kg, begun, part_kg from changed n
  where n.pieces > 0 and not exists (select from piece_counts c
    where c.order_id = n.order_id and c.route_id is not distinct from n.route_id and c.status = n.status
      and c.steps_done = n.steps_done and c.held = n.held);
  return null;
end
$$;
create trigger count_changed_pieces after update on pieces referencing old table as old_pieces new table as new_pieces
  for each statement execute function count_changed_pieces();

-- New and deleted pieces, and marks that get another route, are rare: their orders are counted again.
create function recount_orders() returns trigger language plpgsql as $$
begin
  perform recount_pieces(array(select distinct order_id from changed_rows));
  return null;
end
$$;
create trigger recount_new_pieces after insert on pieces referencing new table as changed_rows
  for each statement execute function recount_orders();
create trigger recount_deleted_pieces after delete on pieces referencing old table as changed_rows
  for each statement execute function recount_orders();

create function recount_routes() returns trigger language plpgsql as $$
declare
  changed bigint[] := array(select distinct n.order_id from new_marks n join old_marks o using (id)
    where n.route_id is distinct from o.route_id);
begin
  if cardinality(changed) > 0 then
    perform recount_pieces(changed);
  end if;
  return null;
end
$$;
create trigger recount_routes after update on marks referencing old table as old_marks new table as new_marks
  for each statement execute function recount_routes();

-- The sum of an order's day is changed by what a report adds. Rounded, it would drift from the sum of its reports.
alter table order_days alter column weighted_kg type numeric;
alter table plant_days alter column weighted_kg type numeric;

-- The day of the plant changes with the days of its orders, at the commit and under the lock of the plant (see 0106): all orders share it, so it is
-- held no longer than that.
create function count_plant_day() returns trigger language plpgsql as $$
declare
  plant bigint := coalesce(new.plant_id, old.plant_id);
  worked date := coalesce(new.day, old.day);
  more_kg numeric := coalesce(new.weighted_kg, 0) - coalesce(old.weighted_kg, 0);
  more_orders int := (coalesce(new.weighted_kg, 0) > 0)::int - (coalesce(old.weighted_kg, 0) > 0)::int;
begin
  perform pg_advisory_xact_lock(2, plant::int);
  update plant_days set weighted_kg = weighted_kg + more_kg, orders = orders + more_orders
  where plant_id = plant and day = worked;
  if not found then
    insert into plant_days (plant_id, day, weighted_kg, orders) values (plant, worked, more_kg, more_orders);
  end if;
  return null;
end
$$;
create constraint trigger count_plant_day after insert or update or delete on order_days deferrable initially deferred
  for each row execute function count_plant_day();

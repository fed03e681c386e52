-- The list's filter 'on hold': few orders are, so their index is small, and in the order of the daily view.
create index orders_held_by_due on orders (plant_id, due_on, id) where held_pieces > 0 or status = 'on_hold';

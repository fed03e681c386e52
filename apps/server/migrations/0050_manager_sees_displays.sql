-- What the walls say, and how, can be looked at without being changed: the manager of a factory that is there already may.
update roles set tags = array_append(tags, 'display.view'), version = version + 1, updated_at = now()
where code = 'manager' and shipped and not tags @> array['display.view'];

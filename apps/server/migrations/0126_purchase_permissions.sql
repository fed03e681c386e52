-- Shipped roles get what they have in new plants; the administrator has every permission anyway.
update roles set tags = tags || array['purchase.view'], version = version + 1, updated_at = now()
where code in ('manager', 'planner', 'inspector') and shipped and not tags @> array['purchase.view'];
update roles set tags = tags || array['purchase.approve'], version = version + 1, updated_at = now()
where code = 'manager' and shipped and not tags @> array['purchase.approve'];
update roles set tags = tags || array['purchase.edit'], version = version + 1, updated_at = now()
where code = 'planner' and shipped and not tags @> array['purchase.edit'];

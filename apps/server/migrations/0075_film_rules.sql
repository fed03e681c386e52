-- By which rule a dry film is judged; records that are there were judged by the mean of each spot.
alter table coat_specs add column film_rule text collate "C" not null default 'spot'
  check (film_rule in ('spot', 'iso_19840', 'ninety_ten'));
update coats set limits = limits || '{"rule": "spot"}';

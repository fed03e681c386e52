/** SQL by the hash (SHA-256) of a migration file at the time it was applied. */
export type Amendments = Readonly<Record<string, string>>

/**
 * Migrations that were changed in the first days after data existed, with the SQL that such data need. No entry is
 * added any more: a landed migration is never edited.
 */
export const amendedMigrations: Amendments = {
  // 0013_inspections.sql
  '284abd5e10806304b0c5f88e9f24b9bd6265871d55b09d0814379344da6ba99e': `
    alter table inspections add column edition_no text not null default '';
    alter table inspections add column verdict_family text collate "C" not null default 'gb' check (verdict_family in ('gb', 'all'))`,
  // 0027_papers_and_sums.sql
  '17998d0598421719e4408479452984c31c7ef9266c503e6767406396b0bd0f29': `
    alter table issued_papers drop constraint issued_papers_kind_check;
    alter table issued_papers add constraint issued_papers_kind_check
      check (kind in ('dossier', 'certificate', 'material', 'welds', 'welders', 'ndt', 'coat', 'ncr'))`,
  // 0052_statistics_by_maker.sql
  '936180632f1708d229431b69aea85c208751e75106b07746c2a5a696112f8b77': `
    create index ncrs_by_project on ncrs (project_id, raised_at) where project_id is not null`,
}

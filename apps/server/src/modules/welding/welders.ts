import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signed } from '../quality-records/public.ts'
import type { CertificateRow, weldersApi } from '@cloud-factory/contract/welding/welders'
import {
  welderCertificates,
  welders,
  weldingProcedures,
} from '@cloud-factory/domain/welding/welding-resources'
import { canChange, type Crud, wholePage } from '../../platform/crud/crud.ts'
import { today } from '../../platform/db/factory-day.ts'

const types: readonly { readonly type: string; readonly begins: string }[] = [
  { type: 'application/pdf', begins: '%PDF-' },
  { type: 'image/png', begins: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', begins: '\xff\xd8\xff' },
]

/** Stores the scan of a certificate; a second scan replaces the first. */
export async function keepCertificate(
  { db, files }: { readonly db: Database; readonly files: FileStore },
  actor: Actor,
  id: string,
  uploads: readonly UploadedFile[],
): Promise<void> {
  const [upload] = uploads
  if (upload === undefined || upload.bytes === 0) return fail('file.empty')
  const type = (await typeOf(upload.path)) ?? fail('file.unknown_type')
  // Path separators and control characters have no place in a name that is offered to be saved.
  const name =
    upload.name
      .toWellFormed()
      .replaceAll(/[\p{C}/\\]/gu, '_')
      .slice(-160) || 'certificate'
  const { sha256, bytes } = await files.put(upload.path)
  await db.tx(async (write) => {
    const { by, byName } = signed(actor)
    const { rows } = await sql<{ no: string }>`
      update welder_certificates set file_sha256 = ${sha256}, file_name = ${name}, file_type = ${type},
        file_bytes = ${bytes}, version = version + 1, updated_at = now(), updated_by = ${by}, updated_by_name = ${byName}
      where plant_id = ${actor.plantId} and id = ${Number(id)} returning no`.execute(write)
    const { no } = rows[0] ?? fail('not_found')
    await recordAudit(write, actor, {
      action: 'certificates.file',
      subjectKind: 'certificate',
      subjectId: id,
      subjectName: no,
      after: { file: name, sha256 },
    })
    await recordEvent(write, actor, { name: 'welder_certificates.filed', subjectId: id })
  })
}

async function typeOf(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    return types.find(({ begins }) => head.startsWith(begins))?.type ?? null
  } finally {
    await file.close()
  }
}

type Api = typeof weldersApi

/** A certificate that ends within so many days is reported before it does. */
const soonDays = 60

/** Welders and how many of their certificates are valid today. */
export const welderCrud: Crud<typeof welders, Api, { valid: number; next_expiry: string | null }> = {
  resource: welders,
  columns: () => sql`coalesce(c.valid, 0) as valid, c.next_expiry`,
  from: ({ actor, now }) => sql`welders r left join lateral (
    select count(*)::int as valid, min(valid_until) as next_expiry from welder_certificates
    where welder_id = r.id and ${today(actor.plantId, now)} between valid_from and valid_until) c on true`,
  sorts: { code: ['r.code'], name: ['r.name', 'r.id'] },
  order: sql`r.active desc, r.code`,
  pageSize: wholePage,
  view: ({ valid, next_expiry: nextExpiry }, { actor }) => ({
    valid,
    nextExpiry,
    can: canChange(welders, actor),
  }),
}

interface CertificateColumns {
  readonly welder_code: string
  readonly welder_name: string
  readonly days_left: number
  readonly begun: boolean
}

export const certificateCrud: Crud<typeof welderCertificates, Api, CertificateColumns> = {
  resource: welderCertificates,
  columns: ({ actor, now }) => sql`w.code as welder_code, w.name as welder_name,
    r.valid_until - ${today(actor.plantId, now)} as days_left, r.valid_from <= ${today(actor.plantId, now)} as begun`,
  from: () => sql`welder_certificates r join welders w on w.id = r.welder_id`,
  sorts: { validUntil: ['r.valid_until', 'r.id'], no: ['r.no'] },
  pageSize: wholePage,
  conditions: ({ welderId, ends }, { actor, now }) => {
    const day = today(actor.plantId, now)
    return [
      welderId === undefined ? null : sql`r.welder_id = ${welderId}`,
      ends === 'expired' ? sql`r.valid_until < ${day}` : null,
      ends === '30' || ends === '60'
        ? sql`r.valid_until between ${day} and ${day} + ${Number(ends)}::int`
        : null,
    ]
  },
  view: (row, { actor }) => ({
    welder: { code: row.welder_code, name: row.welder_name },
    daysLeft: row.days_left,
    state: stateOf(row),
    file: row.file_name === null ? null : { name: row.file_name, bytes: row.file_bytes ?? 0 },
    can: canChange(welderCertificates, actor),
  }),
  check: async ({ write, actor }, { welderId, validFrom, validUntil, ...thickness }) => {
    if (validUntil < validFrom) reject('validUntil', 'before_start')
    requireThickness(thickness)
    const { rows } =
      await sql`select from welders where plant_id = ${actor.plantId} and id = ${Number(welderId)}
      for key share`.execute(write)
    if (rows.length === 0) fail('not_found')
  },
}

function stateOf({ days_left: left, begun }: CertificateColumns): CertificateRow['state'] {
  if (!begun) return 'future'
  if (left < 0) return 'expired'
  return left <= soonDays ? 'soon' : 'valid'
}

export const procedureCrud: Crud<typeof weldingProcedures, Api> = {
  resource: weldingProcedures,
  sorts: { code: ['r.code', 'r.revision'] },
  order: sql`r.active desc, r.code, r.revision`,
  pageSize: wholePage,
  view: (_, { actor }) => ({ can: canChange(weldingProcedures, actor) }),
  check: (_, input) => {
    requireThickness(input)
    for (const field of ['current', 'voltage', 'speed'] as const) {
      const range = input[field]
      if (range !== null && range.max < range.min) reject(field, 'invalid_value')
    }
  },
}

interface Thickness {
  readonly thicknessMin: number
  readonly thicknessMax: number | null
}

function requireThickness({ thicknessMin, thicknessMax }: Thickness): void {
  if (thicknessMax !== null && thicknessMax < thicknessMin) reject('thicknessMax', 'before_start')
}

const reject = (field: string, reason: string) =>
  fail('request.invalid', { errors: [{ path: `body.${field}`, reason }] })

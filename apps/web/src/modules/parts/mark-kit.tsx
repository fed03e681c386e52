import type { Kit, KitPart } from '@cloud-factory/contract/parts/parts'
import { useQuery } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { kitQuery, usePartsChanged } from './parts.queries.ts'

/** The parts for pieces of a mark: what is available, what lacks and where it is; reports them as kits. */
export function MarkKit({ markId }: { readonly markId: string }) {
  const { t } = useTranslation('parts')
  const [pieces, setPieces] = useState<number | null>(null)
  const { data, error, refetch } = useQuery(kitQuery(markId, pieces))
  const columns = useMemo(() => kitColumns(t), [t])
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return (
    <section>
      {data !== undefined && <KitHead key={data.open} kit={data} onPieces={setPieces} />}
      <RowTable<KitPart> label={t('shell:route.kitPrint')} columns={columns} rows={data?.items} />
      {data !== undefined && <KitAssemblies kit={data} />}
    </section>
  )
}

interface HeadProps {
  readonly kit: Kit
  readonly onPieces: (pieces: number | null) => void
}

function KitHead({ kit, onPieces }: HeadProps) {
  const { t } = useTranslation('parts')
  const changed = usePartsChanged()
  const idempotencyKey = useRequestKey()
  const { busy, error, submit } = useSubmit()
  const { mark, pieces, open, items, can } = kit
  const report = () =>
    submit(async () => {
      await api('POST /api/marks/:id/kit', { params: { id: mark.id }, body: { pieces }, idempotencyKey })
      say('success', t('kitDone'))
      onPieces(null)
      await changed()
    })
  return (
    <>
      <div className="list-bar">
        <label>
          {t('common:pieces')}{' '}
          <InputNumber min={1} max={Math.max(1, open)} precision={0} value={pieces} onChange={onPieces} />
        </label>
        <span className="page-note">{t('kitOpen', { n: count(open) })}</span>
        <Shortage items={items} />
        <span className="list-space" />
        <Link to={`/order/kit/${mark.id}/print?pieces=${pieces}`}>{t('common:action.print')}</Link>
        <ReasonButton type="primary" allowed={can.kit} loading={busy} onClick={() => void report()}>
          {t('kit')}
        </ReasonButton>
      </div>
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}

/** Sub-assemblies of the pieces, in a line each. */
function KitAssemblies({ kit: { subAssemblies } }: { readonly kit: Kit }) {
  const { t } = useTranslation('parts')
  if (subAssemblies.length === 0) return null
  return (
    <ul className="page-note" aria-label={t('assemblies:title')}>
      {subAssemblies.map(({ mark, required, available, lacking }) => (
        <li key={mark}>
          {`${mark}: ${t('field.available')} ${count(available)} / ${count(required)}`}
          {lacking > 0 && ` · ${t('field.lacking')} ${count(lacking)}`}
        </li>
      ))}
    </ul>
  )
}

function Shortage({ items }: { readonly items: readonly KitPart[] }) {
  const { t } = useTranslation('parts')
  const lacking = items.reduce((sum, part) => sum + part.lacking, 0)
  return lacking === 0 ? (
    <StatusTag tone="good" text={t('complete')} />
  ) : (
    <StatusTag tone="warn" text={t('short', { n: count(lacking) })} />
  )
}

/** Where lacking parts are, in words. */
export const placesText = (t: TFunction<'parts'>, { places }: KitPart): string =>
  places
    .map(({ place, quantity, nests }) => t(`place.${place}`, { n: count(quantity), nests: nests.join(', ') }))
    .join('; ')

const kitColumns = (t: TFunction<'parts'>): readonly Column<KitPart>[] => [
  { key: 'part', title: t('common:meaning.part'), width: 110, render: ({ partMark }) => partMark },
  {
    key: 'profile',
    title: t('common:marks.profile'),
    width: 130,
    render: ({ profile }) => profile || absent,
  },
  {
    key: 'required',
    title: t('nesting:field.needed'),
    width: 90,
    align: 'right',
    render: ({ required }) => count(required),
  },
  {
    key: 'available',
    title: t('field.available'),
    width: 100,
    align: 'right',
    render: ({ available }) => count(available),
  },
  {
    key: 'lacking',
    title: t('field.lacking'),
    width: 80,
    align: 'right',
    render: ({ lacking }) => count(lacking),
  },
  { key: 'where', title: t('field.where'), width: 220, render: (part) => placesText(t, part) || absent },
]

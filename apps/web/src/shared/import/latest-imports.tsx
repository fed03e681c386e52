import type { LatestImport } from '@cloud-factory/contract/record-import/import-endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { useInstant } from '../format/dates.ts'
import { count } from '../format/numbers.ts'
import { request } from '../request.ts'

interface Props {
  readonly path: string
  readonly busy: boolean
  readonly onUndo: (importId: string) => void
}

/** The latest imports of a list, with the way back while records of them are there. */
export function LatestImports({ path, busy, onUndo }: Props) {
  const { t } = useTranslation('record-import')
  const { data } = useQuery({
    queryKey: ['record-imports', path],
    queryFn: ({ signal }) =>
      request<{ readonly items: readonly LatestImport[] }>(`/api/record-imports/${path}`, { signal }),
    // The dialog shows them anew each time.
    gcTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label={t('latest')}>
      <h3>{t('latest')}</h3>
      <ul className="latest-imports">
        {data.items.map((one) => (
          <li key={one.id}>
            <Facts one={one} />
            {one.remaining > 0 && (
              <Popconfirm
                title={t('undoAsk')}
                description={t('undoAskText')}
                okText={t('common:undo')}
                onConfirm={() => onUndo(one.id)}
              >
                <Button disabled={busy}>{t('common:undo')}</Button>
              </Popconfirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ one: { file, at, by, added, remaining, undone } }: { readonly one: LatestImport }) {
  const { t } = useTranslation('record-import')
  const instant = useInstant()
  const when = (time: string) => instant(time, '{y}-{m}-{d} {h}:{i}')
  const facts = [
    when(at),
    by,
    t('added', { n: count(added) }),
    undone !== null && t('undoneBy', { by: undone.by, at: when(undone.at) }),
    undone !== null && remaining > 0 && t('kept', { n: count(remaining) }),
  ]
  return (
    <span>
      <b>{file}</b>
      <span className="page-note">{facts.filter((fact) => fact !== false).join(' · ')}</span>
    </span>
  )
}

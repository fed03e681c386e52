import type { ShippedStandardRow } from '@cloud-factory/contract/standards/shipped-standards'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { shippedQuery, useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'

interface Props {
  /** Called with the draft that was made. */
  readonly onTaken: (place: { readonly standard: string; readonly edition: string }) => void
  readonly onClose: () => void
}

/**
 * Standards of this version beside those of the plant; missing ones can be adopted as a draft.
 * Mount it when it opens.
 */
export function ShippedDialog({ onTaken, onClose }: Props) {
  const { t } = useTranslation('standards')
  const { data, error, isPending } = useQuery(shippedQuery)
  const changed = useStandardsChanged()
  const take = useMutation({
    mutationFn: (code: string) => api('POST /api/shipped-standards', { body: { code } }),
    onSettled: () => void changed(),
  })
  const takeOver = (code: string) =>
    take.mutate(code, {
      onSuccess: ({ no }) => {
        say('success', t('shipped.taken', { code, no }))
        onTaken({ standard: code, edition: no })
        onClose()
      },
    })
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('shipped.title')}
        width={640}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      >
        <p className="soft">{t('shipped.note')}</p>
        {[error, take.error].map(
          (failure) => failure !== null && <ProblemAlert key={failure.message} error={failure} />,
        )}
        {isPending && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        <ul className="shipped-standards">
          {data?.items.map((row) => (
            <Shipped key={row.id} row={row} busy={take.isPending} onTake={() => takeOver(row.id)} />
          ))}
        </ul>
      </Modal>
    </>
  )
}

interface ShippedProps {
  readonly row: ShippedStandardRow
  readonly busy: boolean
  readonly onTake: () => void
}

function Shipped({ row, busy, onTake }: ShippedProps) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const { id, edition, state, items, lacking, changed } = row
  return (
    <li>
      <div>
        <b>{id}</b> {edition}
        <small className="soft">{nameOf(row.names)}</small>
        <small className="soft">{t(`shipped.${state}`, { items, lacking, changed })}</small>
      </div>
      {state !== 'there' && (
        <Button disabled={busy} onClick={onTake} aria-label={t('shipped.takeOne', { code: id })}>
          {t('shipped.take')}
        </Button>
      )}
    </li>
  )
}

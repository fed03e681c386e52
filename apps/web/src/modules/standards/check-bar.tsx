import type { EditionRow, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { CheckForm, UncheckDialog } from './check-form.tsx'
import type { Chosen } from './edition-choice.tsx'

interface Props {
  readonly chosen: Chosen
  readonly edition: EditionRow
  /** Rows that are ticked. */
  readonly ticked: readonly StandardItemRow[]
  /** Called when they are done with. */
  readonly onDone: () => void
}

/** Verification progress of an edition, row filter, and actions on the selected rows. */
export function CheckBar({ chosen, edition, ticked, onDone }: Props) {
  const { t } = useTranslation('standards')
  const [asked, setAsked] = useState<'check' | 'undo' | null>(null)
  const toCheck = ticked.filter(({ verified }) => verified === null)
  const toUndo = ticked.filter(({ verified }) => verified !== null)
  const allowed = (rows: readonly StandardItemRow[]) =>
    edition.can.verify === true ? rows.length > 0 || 'item.none_ticked' : edition.can.verify
  const done = () => {
    setAsked(null)
    onDone()
  }
  const dialog = { code: chosen.standard?.code ?? '', edition, onDone: done, onClose: () => setAsked(null) }
  return (
    <div className="check-bar">
      <StatusTag
        tone={edition.verified < edition.items ? 'warn' : 'good'}
        text={t('check.count', { verified: edition.verified, items: edition.items })}
      />
      <Select
        aria-label={t('check.filter')}
        className="check-filter"
        value={chosen.verified ?? ''}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('check.all') },
          { value: 'false', label: t('check.open') },
          { value: 'true', label: t('check.done') },
        ]}
        onChange={(verified: string) => chosen.choose({ verified })}
      />
      <ReasonButton allowed={allowed(toCheck)} onClick={() => setAsked('check')}>
        {t('check.action', { count: toCheck.length })}
      </ReasonButton>
      {toUndo.length > 0 && (
        <ReasonButton allowed={allowed(toUndo)} onClick={() => setAsked('undo')}>
          {t('check.undoAction', { count: toUndo.length })}
        </ReasonButton>
      )}
      {asked === 'check' && <CheckForm {...dialog} rows={toCheck} />}
      {asked === 'undo' && <UncheckDialog {...dialog} rows={toUndo} />}
    </div>
  )
}

/** Whether a row is verified: by whom, when, and where in which text. */
export function CheckMark({ verified }: Pick<StandardItemRow, 'verified'>) {
  const { t } = useTranslation('standards')
  const instant = useInstant()
  if (verified === null) return <StatusTag tone="warn" text={t('check.open')} />
  const { by, at, document, clause, page } = verified
  const place = [document, clause, page === '' ? '' : t('check.onPage', { page })]
  return (
    <>
      <StatusTag tone="good" text={t('check.done')} />
      <small className="item-source">
        {by} {instant(at, '{y}-{m}-{d}')} · {place.filter((part) => part !== '').join(' · ')}
      </small>
    </>
  )
}

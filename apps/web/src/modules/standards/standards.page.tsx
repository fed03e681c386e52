import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { EditionRow, StandardItemRow, StandardRow } from '@cloud-factory/contract/standards/standards'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { CheckBar } from './check-bar.tsx'
import { type Chosen, EditionChoice, EditionStatusTag, useChosen } from './edition-choice.tsx'
import { EditionDialogs, type EditionAction } from './edition-dialogs.tsx'
import { FileDialog } from './file-dialog.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemsTable } from './items-table.tsx'
import { StandardForm, ShippedDialog } from './standard-form.tsx'
import { itemsQuery, useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'
import './standards.css'

type Open =
  | { readonly standard: StandardRow | null }
  | { readonly action: EditionAction }
  | { readonly item: StandardItemRow | null }
  | { readonly remove: StandardItemRow }
  | { readonly file: true }
  | { readonly shipped: true }

/** Standards, their editions and items; a draft is edited here, an approved edition only looked at. */
export function StandardsPage() {
  const { t } = useTranslation('standards')
  const chosen = useChosen()
  const [open, setOpen] = useState<Open | null>(null)
  const { standard, error } = chosen
  return (
    <div className="page standards-page">
      <PageHeader title={t('shell:route.standards')} note={t('standards.note')}>
        <Allowed permission="quality.standards">
          <Button onClick={() => setOpen({ shipped: true })}>{t('shipped.open')}</Button>
          <Button icon={<ImportOutlined />} onClick={() => setOpen({ file: true })}>
            {t('file.import')}
          </Button>
          <Button icon={<PlusOutlined />} onClick={() => setOpen({ standard: null })}>
            {t('standards.add')}
          </Button>
        </Allowed>
        {standard !== undefined && (
          <ReasonButton allowed={standard.can.edit} onClick={() => setOpen({ standard })}>
            {t('standards.editShort')}
          </ReasonButton>
        )}
      </PageHeader>
      {error !== null && <ProblemAlert error={error} />}
      <EditionChoice chosen={chosen} />
      <EditionBar
        chosen={chosen}
        onAction={(action) => setOpen({ action })}
        onAdd={() => setOpen({ item: null })}
      />
      <Items chosen={chosen} onOpen={setOpen} />
      {open !== null && <Dialogs open={open} chosen={chosen} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface ItemsProps {
  readonly chosen: Chosen
  readonly onOpen: (open: Open) => void
}

function Items({ chosen, onOpen }: ItemsProps) {
  const { t } = useTranslation('standards')
  const { edition, shape, verified } = chosen
  const items = useQuery(itemsQuery(edition?.id, shape, verified))
  const [ticked, setTicked] = useState<readonly string[]>([])
  if (items.error !== null) return <ProblemAlert error={items.error} />
  if (edition === undefined || items.data === undefined) return null
  if (edition.items === 0) return <p className="soft">{t('items.empty')}</p>
  const rows = items.data.items
  return (
    <>
      <CheckBar
        chosen={chosen}
        edition={edition}
        ticked={rows.filter(({ id }) => ticked.includes(id))}
        onDone={() => setTicked([])}
      />
      {rows.length === 0 && <p className="soft">{t('check.none')}</p>}
      {rows.length > 0 && (
        <ItemsTable
          edition={edition}
          shape={shape}
          isWhole={verified === undefined}
          rows={rows}
          ticked={ticked}
          onTick={setTicked}
          onEdit={(item) => onOpen({ item })}
          onRemove={(remove) => onOpen({ remove })}
        />
      )}
    </>
  )
}

interface DialogsProps {
  readonly open: Open
  readonly chosen: Chosen
  readonly onClose: () => void
}

function Dialogs({ open, chosen, onClose }: DialogsProps) {
  const { edition, shape, choose } = chosen
  if ('standard' in open) {
    const show = ({ code }: StandardRow) => choose({ standard: code, edition: null })
    return <StandardForm row={open.standard} onSaved={show} onClose={onClose} />
  }
  if ('action' in open) return <EditionDialogs action={open.action} chosen={chosen} onClose={onClose} />
  if ('shipped' in open)
    return <ShippedDialog onApplied={(place) => choose({ ...place, shape: null })} onClose={onClose} />
  if ('file' in open)
    return <FileDialog onWritten={(place) => choose({ ...place, shape: null })} onClose={onClose} />
  if ('remove' in open) return <RemoveItem row={open.remove} onClose={onClose} />
  if (edition === undefined) return null
  return <ItemForm edition={edition} row={open.item} shape={shape} onClose={onClose} />
}

interface BarProps {
  readonly chosen: Chosen
  readonly onAction: (action: EditionAction) => void
  readonly onAdd: () => void
}

/** Status of the edition, its approval, and its actions. */
function EditionBar({ chosen, onAction, onAdd }: BarProps) {
  const { t } = useTranslation('standards')
  const { edition, standard, editions } = chosen
  if (standard === undefined) return null
  return (
    <section className="edition-bar" aria-label={t('field.edition')}>
      {edition !== undefined && (
        <EditionFacts edition={edition} isInUse={standard.inUse?.id === edition.id} />
      )}
      <div className="edition-deeds">
        {edition !== undefined && <EditionActions edition={edition} onAction={onAction} onAdd={onAdd} />}
        {edition !== undefined && <Button onClick={() => onAction('export')}>{t('file.export')}</Button>}
        {editions.length > 1 && <Button onClick={() => onAction('compare')}>{t('action.compare')}</Button>}
        <ReasonButton allowed={standard.can.edit} onClick={() => onAction('add')}>
          {t('action.addEdition')}
        </ReasonButton>
      </div>
    </section>
  )
}

function EditionFacts({ edition, isInUse }: { readonly edition: EditionRow; readonly isInUse: boolean }) {
  const { t } = useTranslation('standards')
  const instant = useInstant()
  const { ownPart } = useStandardWords()
  const { status, approvedAt, approvedBy, validFrom, source } = edition
  return (
    <div>
      <p className="edition-line">
        <EditionStatusTag status={status} />
        {approvedAt === null ? (
          <span>{t('draftNote')}</span>
        ) : (
          <span>{t('approvedBy', { name: approvedBy, at: instant(approvedAt) })}</span>
        )}
        {isInUse && <span className="soft">{t('inUse')}</span>}
        {validFrom !== null && <span className="soft">{t('validFrom', { day: validFrom })}</span>}
      </p>
      {source !== '' && <p className="soft">{ownPart(source)}</p>}
    </div>
  )
}

function EditionActions({
  edition,
  onAction,
  onAdd,
}: { readonly edition: EditionRow } & Omit<BarProps, 'chosen'>) {
  const { t } = useTranslation('standards')
  const { can, status } = edition
  return (
    <>
      <ReasonButton type="primary" icon={<PlusOutlined />} allowed={can.edit} onClick={onAdd}>
        {t('items.add')}
      </ReasonButton>
      {status === 'draft' && (
        <ReasonButton allowed={can.approve} onClick={() => onAction('approve')}>
          {t('action.approve')}
        </ReasonButton>
      )}
      {status === 'approved' && (
        <ReasonButton allowed={can.retire} onClick={() => onAction('retire')}>
          {t('action.retire')}
        </ReasonButton>
      )}
      <ReasonButton allowed={can.edit} onClick={() => onAction('edit')}>
        {t('action.editEdition')}
      </ReasonButton>
      {status === 'draft' && (
        <ReasonButton allowed={can.delete} danger={can.delete === true} onClick={() => onAction('delete')}>
          {t('action.deleteEdition')}
        </ReasonButton>
      )}
    </>
  )
}

function RemoveItem({ row, onClose }: { readonly row: StandardItemRow; readonly onClose: () => void }) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const changed = useStandardsChanged()
  return (
    <ActionDialog
      title={t('items.remove', { name: nameOf(row.names) })}
      action={t('action.delete')}
      danger
      act={() =>
        api('DELETE /api/standard-items/:id', {
          params: { id: row.id },
          query: { version: String(row.version) },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeText')}
    </ActionDialog>
  )
}

import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSettings } from '../../shared/settings.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useToolText } from './inspection-labels.tsx'
import { optionalItemsQuery, useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'

interface Props {
  readonly form: InspectionForm
  readonly onClose: () => void
}

/** Optional items of the standard to choose from; the chosen ones are read at every measured piece. */
export function ItemsDialog({ form, onClose }: Props) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const toolText = useToolText()
  const { data, error: unread } = useQuery(optionalItemsQuery(form.id))
  const [chosen, choose] = useState<readonly string[]>([])
  const { add, busy, error } = useAdd(form, onClose)
  const items = data?.items ?? []
  const problem = error ?? unread
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('items.title', { no: form.no })}
        okText={t('items.add')}
        okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
        cancelText={t('common:form.cancel')}
        onOk={() => void add(chosen)}
        onCancel={() => !busy && onClose()}
      >
        {problem !== null && <ProblemAlert error={problem} />}
        <p className="page-note">{t(data?.items.length === 0 ? 'items.none' : 'items.text')}</p>
        {data === undefined && unread === null && <Skeleton active />}
        <Checkbox.Group
          className="item-choice"
          value={[...chosen]}
          onChange={choose}
          options={items.map((item) => ({
            value: item.id,
            label: (
              <>
                {item.names[language]}
                <small>
                  {[item.class === 'main' ? t('common:class.main') : '', toolText(item.tool), item.clause]
                    .filter((word) => word !== '')
                    .join(' · ')}
                </small>
              </>
            ),
          }))}
        />
      </Modal>
    </>
  )
}

function useAdd(form: InspectionForm, onDone: () => void) {
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const idempotencyKey = useRequestKey()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const add = async (itemIds: readonly string[]) => {
    setBusy(true)
    setError(null)
    try {
      const body = { version: form.version, itemIds: [...itemIds] }
      known(await api('POST /api/inspections/:id/items', { params: { id: form.id }, body, idempotencyKey }))
      onDone()
    } catch (failure) {
      setError(failure)
      // Somebody else changed it: the addable items may differ now.
      void changed()
    } finally {
      setBusy(false)
    }
  }
  return { add, busy, error }
}

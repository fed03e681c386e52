import type { DefectRow } from '@cloud-factory/contract/ncr/defects'
import { defects } from '@cloud-factory/domain/ncr/defect-resource'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { useSettings } from '../../shared/settings.ts'
import { useNcrsChanged } from './ncr.queries.ts'

interface FormProps extends RecordFormProps<DefectRow> {
  readonly rows: readonly DefectRow[]
}

/** A defect or a group. */
export function DefectForm({ row, rows, onClose }: FormProps) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const groups = rows
    .filter(({ id, parentId }) => parentId === null && id !== row?.id)
    .map(({ id, code, names }) => ({ value: id, label: `${code} ${names[language]}` }))
  return (
    <ResourceForm
      resource={defects}
      row={row}
      onClose={onClose}
      inputs={{ parentId: <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={groups} /> }}
      notes={{ parentId: t('hint.group') }}
      show={(field, value) =>
        field === 'parentId' ? groups.find((group) => group.value === value)?.label : undefined
      }
    />
  )
}

interface RemoveProps {
  readonly defect: DefectRow
  readonly onClose: () => void
}

/** Asks before a defect or a group is deleted. */
export function RemoveDefect({ defect: { id, version, code }, onClose }: RemoveProps) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  return (
    <ActionDialog
      title={t('removeDefect', { code })}
      action={t('common:action.delete')}
      danger
      act={async () => {
        await api('DELETE /api/defects/:id', { params: { id }, query: { version } })
        void changed()
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeDefectText')}
    </ActionDialog>
  )
}

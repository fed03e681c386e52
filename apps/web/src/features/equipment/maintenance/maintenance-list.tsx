import { type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptList } from '../../../shared/list/kept-list.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'

interface MaintenanceRow {
  readonly id: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

interface Props<Row extends MaintenanceRow>
  extends Omit<ComponentProps<typeof KeptList<Row>>, 'words' | 'permission' | 'onChanged'> {
  readonly part: 'plans' | 'stock' | 'items'
  readonly nameOf: (row: Row) => string
}

/** A list of maintenance master data: plans, spare parts, inspection items. */
export function MaintenanceList<Row extends MaintenanceRow>({ part, nameOf, ...list }: Props<Row>) {
  const { t } = useTranslation('maintenance')
  return (
    <KeptList<Row>
      {...list}
      permission="equipment.edit"
      onChanged={useEquipmentChanged()}
      words={{
        label: t(`part.${part}`),
        add: t(`${part === 'plans' ? 'plan' : part}.add`),
        empty: t(`empty.${part}`),
        search: t(`search.${part}`),
        edit: t('action.edit'),
        delete: t('action.delete'),
        removeTitle: (row) => t('removeTitle', { name: nameOf(row) }),
        removeText: t('removeText'),
      }}
    />
  )
}

import { type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptList } from '../../shared/list/kept-list.tsx'
import { usePlanChanged } from './plan.queries.ts'

interface PlanRow {
  readonly id: string
  readonly code: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

interface Props<Row extends PlanRow>
  extends Omit<ComponentProps<typeof KeptList<Row>>, 'name' | 'words' | 'permission' | 'onChanged'> {
  readonly word: 'processes' | 'routes' | 'workshops' | 'crews' | 'shifts'
}

/** A list of the plan: how the factory works. */
export function PlanList<Row extends PlanRow>({ word, ...list }: Props<Row>) {
  const { t } = useTranslation('planning')
  return (
    <KeptList<Row>
      {...list}
      name={`plan.${word}`}
      permission="production.edit"
      onChanged={usePlanChanged()}
      words={{
        label: t(`${word}.title`),
        add: t(`${word}.add`),
        empty: t(`${word}.empty`),
        search: t('search'),
        edit: t('action.edit'),
        delete: t('action.delete'),
        removeTitle: ({ code }) => t(`${word}.remove`, { code }),
        removeText: t('removeText'),
      }}
    />
  )
}

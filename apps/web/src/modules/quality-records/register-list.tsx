import { type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptList } from '../../shared/list/kept-list.tsx'
import { useQualityChanged } from './quality.queries.ts'

interface RegisterRow {
  readonly id: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

/** Words of a register, translated. */
interface Words {
  readonly title: string
  readonly add: string
  readonly empty: string
  readonly search: string
}

interface Props<Row extends RegisterRow>
  extends Omit<ComponentProps<typeof KeptList<Row>>, 'words' | 'permission' | 'onChanged'> {
  readonly words: Words
  readonly nameOf: (row: Row) => string
}

/** A quality register, editable with permission. */
export function RegisterList<Row extends RegisterRow>({ words, nameOf, ...list }: Props<Row>) {
  const { t } = useTranslation('welding')
  return (
    <KeptList<Row>
      {...list}
      permission="quality.judge"
      onChanged={useQualityChanged()}
      words={{
        label: words.title,
        add: words.add,
        empty: words.empty,
        search: words.search,
        edit: t('action.edit'),
        delete: t('action.delete'),
        removeTitle: (row) => t('removeTitle', { name: nameOf(row) }),
        removeText: t('removeText'),
      }}
    />
  )
}

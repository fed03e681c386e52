import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { allScreensQuery } from './screens.queries.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (id: string) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** Chooses one of the plant's screens. */
export function ScreenSelect(props: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const { data, isPending } = useQuery(allScreensQuery)
  return (
    <Select<string>
      {...props}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={
        data?.items.map((screen) => ({
          value: screen.id,
          label: `${names(screen.names)} · ${t(`source.${screen.source}`)}`,
        })) ?? []
      }
    />
  )
}

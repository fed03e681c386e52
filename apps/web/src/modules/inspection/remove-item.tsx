import { DeleteOutlined } from '@ant-design/icons'
import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'

interface Props {
  readonly form: InspectionForm
  readonly item: FormItem
}

/** Takes an added item off the form again; there until something was read at it. */
export function RemoveItem({ form, item }: Props) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const message = useProblemMessage()
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/inspection-items/:id', { params: { id: item.id } }),
    onSuccess: known,
    onError: (error) => {
      say('warning', message(error))
      void changed()
    },
  })
  if (form.readings.some(({ itemId }) => itemId === item.id)) return null
  return (
    <Button
      type="text"
      icon={<DeleteOutlined />}
      loading={remove.isPending}
      aria-label={t('items.remove', { item: item.names[language] })}
      onClick={() => remove.mutate()}
    />
  )
}

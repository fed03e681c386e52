import { SafetyOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ask } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** Has the server check that no row of the log was changed, taken out or put in. */
export function ChainCheck() {
  const { t } = useTranslation('audit')
  const problemMessage = useProblemMessage()
  const check = useMutation({
    mutationFn: () => api('GET /api/audit/verify'),
    onSuccess: ({ rows, intact, firstBadId }) => {
      ask(intact ? 'success' : 'error', {
        title: t(intact ? 'chain.intact' : 'chain.broken'),
        content: t(intact ? 'chain.intactText' : 'chain.brokenText', { n: rows, id: firstBadId ?? '' }),
      })
    },
    onError: (error) => ask('error', { title: t('chain.failed'), content: problemMessage(error) }),
  })
  return (
    <Button icon={<SafetyOutlined />} loading={check.isPending} onClick={() => check.mutate()}>
      {t('chain.check')}
    </Button>
  )
}

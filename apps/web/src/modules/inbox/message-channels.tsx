import type { ChannelState } from '@cloud-factory/contract/inbox/messages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { channelsQuery } from './inbox.queries.ts'
import { TestMessage } from './test-message.tsx'

/** Whether e-mails and WeCom messages reach people; nothing where neither is set up. */
export function MessageChannels() {
  const { data, error, refetch } = useQuery(channelsQuery)
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data?.items.map((state) => <Channel key={state.channel} {...state} />)
}

/** A line about a channel; a warning with the reason while something could not be sent. */
function Channel({ channel, waiting, failed, lastSentAt, lastFailure }: ChannelState) {
  const { t } = useTranslation('inbox')
  const instant = useInstant()
  const last = lastSentAt === null ? t('common:never') : instant(lastSentAt)
  const state = t(`channel.${channel}`, { waiting, failed, last })
  const test = <TestMessage channel={channel} />
  if (lastFailure === null)
    return (
      <p className="page-note">
        {state} {test}
      </p>
    )
  const { reason, detail, at } = lastFailure
  return (
    <Notice tone="warn" title={state}>
      <div>
        {instant(at)}: {t(`channel.reason.${reason}`)} ({detail}) {waiting > 0 && t('channel.retried')}
      </div>
      {test}
    </Notice>
  )
}

import type { DeliveryChannel } from '@cloud-factory/domain/inbox/record-kinds'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useSettings } from '../../shared/settings.ts'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

type Result = Answer<'POST /api/message-channels/:channel/test'>

/** Sends a test message to the person's own address, and says beside the button what became of it. Also on the home page, so without Ant Design. */
export function TestMessage({ channel }: { readonly channel: DeliveryChannel }) {
  const { t } = useTranslation('inbox')
  const language = useSettings((settings) => settings.language)
  const problemMessage = useProblemMessage()
  const { busy, error, submit } = useSubmit()
  const [result, setResult] = useState<Result | null>(null)
  const send = async () => {
    setResult(null)
    const call = () =>
      api('POST /api/message-channels/:channel/test', { params: { channel }, body: { language } })
    setResult(await submit(call))
  }
  const textOf = ({ address, failure }: Result) => {
    if (failure !== null)
      return `${t('test.failed')} ${t(`channel.reason.${failure.reason}`)} (${failure.detail})`
    if (channel === 'robot') return t('test.acceptedByRobot')
    return address === null ? t(`settings.noAddress.${channel}`) : t('test.accepted', { address })
  }
  return (
    <>
      <RowButton allowed onClick={() => void send()}>
        {t('test.send')}
      </RowButton>{' '}
      <span role="status">
        {busy && t('test.sending')}
        {error !== null && problemMessage(error)}
        {result !== null && textOf(result)}
      </span>
    </>
  )
}

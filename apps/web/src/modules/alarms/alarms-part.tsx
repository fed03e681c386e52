import { AlarmList } from './alarm-list.tsx'
import './alarms.css'

/** The alarms of one machine, as a part of its page. */
export function AlarmsPart({ machineId }: { readonly machineId: string }) {
  return <AlarmList machineId={machineId} />
}

// Sends machine data from the command line: `node bench/load.ts --help`. Publishes over MQTT to any broker, with
// native topics or as a Sparkplug edge, and prints the acknowledgement times. The benches use the same code.
import { parseArgs } from 'node:util'
import { type Load, runLoad } from './support/load-machines.ts'

const help = `Machines that send frames over MQTT.

  node bench/load.ts [options]

  --url URL          broker, with name and password in it (mqtt://127.0.0.1:1883)
  --machines N       how many; each has a connection of its own, M1, M2 ... (60)
  --signals N        values of a frame, s1, s2 ... (10)
  --rate N           values a second of all together (600)
  --seconds N        for how long (60)
  --form FORM        native, or sparkplug: one edge node, its machines as devices (native)
  --site NAME        second part of a native topic (main)
  --line NAME        third part of a native topic; the group of Sparkplug (bench)
  --qos 0|1          of native messages (1); Sparkplug sends with 0
  --help             this text

Machines have to be in the register: main/bench/M1 ... with signals s1 ... ; those that are not stand among the unknown devices, and are
counted all the same. Prints one line a second and the sum at the end.`

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    machines: { type: 'string', default: '60' },
    signals: { type: 'string', default: '10' },
    rate: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '60' },
    form: { type: 'string', default: 'native' },
    site: { type: 'string', default: 'main' },
    line: { type: 'string', default: 'bench' },
    qos: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

function wholeNumber(name: 'machines' | 'signals' | 'rate' | 'seconds', most: number): number {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 1 || number > most)
    giveUp(`--${name} is a number from 1 to ${most}`)
  return number
}

function giveUp(sentence: string): never {
  console.error(`${sentence}. See --help.`)
  process.exit(2)
}

if (values.help) console.log(help)
else {
  if (values.form !== 'native' && values.form !== 'sparkplug') giveUp('--form is native or sparkplug')
  if (values.qos !== '0' && values.qos !== '1') giveUp('--qos is 0 or 1')
  const load: Load = {
    url: values.url,
    machines: wholeNumber('machines', 1000),
    signals: wholeNumber('signals', 200),
    perSecond: wholeNumber('rate', 1_000_000),
    seconds: wholeNumber('seconds', 1_000_000),
    form: values.form,
    site: values.site,
    line: values.line,
    qos: values.qos === '0' ? 0 : 1,
  }
  const sent = await runLoad(load, ({ frames, second }) =>
    console.log(`${second} s: ${frames} frames`),
  ).catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)))
  const each = Math.round((sent.frames * load.signals) / (sent.took / 1000))
  const times = sent.p50 === null ? '' : `; acknowledged p50 ${sent.p50} ms, p99 ${sent.p99} ms`
  console.log(`${sent.frames} frames, ${each} values/s${times}`)
}

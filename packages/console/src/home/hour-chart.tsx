import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useFormat } from '../display/use-format.ts'

type Figure = { label: string; count: number | null }

const HEIGHT = 220
const MARGIN = { left: 44, right: 8, top: 8, bottom: 28 }
/** Every third hour has its label where there is no room for all. */
const ROOM_FOR_ALL = 560

/** A bar for each hour. Screen readers get its name only: the table beside it has the figures. */
export function HourChart({ label, bars }: { label: string; bars: readonly Figure[] }) {
  const { ref, width } = useElementSize()
  const format = useFormat()
  const inner = { width: Math.max(width - MARGIN.left - MARGIN.right, 0), height: HEIGHT - MARGIN.top - MARGIN.bottom }
  const most = Math.max(4, ...bars.map(({ count }) => count ?? 0))
  const x = scaleBand({ domain: bars.map((bar) => bar.label), range: [0, inner.width], padding: 0.25 })
  const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: true })
  const isWide = width >= ROOM_FOR_ALL
  const labels = bars.flatMap((bar, index) => (isWide || index % 3 === 0 ? [bar.label] : []))
  return (
    <div ref={ref}>
      <svg role="img" aria-label={label} width={width} height={HEIGHT}>
        <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
          {bars.map((bar) => (
            <Bar
              key={bar.label}
              className="home-bar"
              x={x(bar.label) ?? 0}
              width={x.bandwidth()}
              y={y(bar.count ?? 0)}
              height={inner.height - y(bar.count ?? 0)}
            >
              <title>{bar.count === null ? bar.label : `${bar.label}: ${format.count(bar.count)}`}</title>
            </Bar>
          ))}
          <AxisLeft
            scale={y}
            numTicks={4}
            // Orders are whole.
            tickValues={y.ticks(4).filter(Number.isInteger)}
            tickFormat={(value) => format.count(Number(value))}
            axisClassName="home-axis"
          />
          <AxisBottom scale={x} top={inner.height} tickValues={labels} axisClassName="home-axis" />
        </g>
      </svg>
    </div>
  )
}

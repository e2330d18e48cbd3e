/**
 * github-action-benchmark 1.22.0 (src/write.ts, `getRatio` and `findAlerts`): the ratio of the new figure to the one
 * previous figure is above the threshold. Its default is 200 %; its README's example and many users say 110 %.
 *
 * @param previous  a metric of which lower is better; for the other kind the tool divides the other way round
 * @param threshold ratio, 2 for 200 %
 */
export function ratio(previous: number, current: number, threshold = 2): boolean {
  return (previous === 0 && current === 0 ? 1 : current / previous) > threshold;
}

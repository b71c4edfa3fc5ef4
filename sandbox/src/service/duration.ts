/** A span of time: a number of seconds, or a number with its unit, like `90s`, `15m`, `24h` or `2d`. */
export type Duration = number | `${number}` | `${number}${'s' | 'm' | 'h' | 'd'}`;

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Converts a {@link Duration} to seconds; returns undefined if it is not one. */
export function parseSeconds(duration: string | number): number | undefined {
	const [, amount, unit = 's'] = /^(-?\d+(?:\.\d+)?)([smhd])?$/.exec(String(duration)) ?? [];
	return amount === undefined ? undefined : Number(amount) * (UNIT_SECONDS[unit] ?? 1);
}

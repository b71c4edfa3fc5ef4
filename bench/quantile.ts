/** The value below which this share (0 to 1) of the values lies; 0 when there is none. */
export const quantile = (values: number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const median = (values: number[]): number => quantile(values, 0.5);

import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from optimizing code during the start, of which nearly all runs once: that takes a tenth of the
 * processor time of a start.
 */
export function compileQuickly(): void {
	setFlagsFromString('--no-opt');
	setFlagsFromString('--no-maglev');
}

/**
 * Lets V8 optimize code again once a sandbox has started, and keeps it from letting garbage grow to several times what
 * is in use: after 60,000 deliveries 396 MB instead of 225 MB. A start is over sooner without.
 */
export function settleDown(): void {
	setFlagsFromString('--opt');
	setFlagsFromString('--maglev');
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=100');
}

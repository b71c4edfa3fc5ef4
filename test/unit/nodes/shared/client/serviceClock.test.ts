import { ServiceClock } from '../../../../../nodes/shared/client/serviceClock';

/** A clock that has noted answers: when each was sent and answered here, and the second that it names. */
function clockAfter(...answers: Array<[sentAt: number, answeredAt: number, serviceTime: number]>) {
	const clock = new ServiceClock();
	for (const [sentAt, answeredAt, serviceTime] of answers) clock.note({ sentAt, answeredAt, serviceTime });
	return clock;
}

it('knows nothing before the first answer', () => {
	expect(clockAfter().convert(0)).toBeUndefined();
});

it('knows the second of the service from a quick answer', () => {
	expect(clockAfter([10_400, 10_450, 60_000]).convert(10_400)).toEqual({ earliest: 59_950, latest: 60_000 });
});

it('knows from a slow answer only that its date was written at some time in between', () => {
	expect(clockAfter([10_000, 15_000, 10_000]).convert(10_000)).toEqual({ earliest: 5_000, latest: 10_000 });
});

it('narrows the limits by each answer, whatever their order', () => {
	const slow = [10_000, 15_000, 10_000] as [number, number, number];
	const quick = [16_200, 16_210, 16_000] as [number, number, number];
	const range = { earliest: 9_790, latest: 9_800 };
	expect(clockAfter(slow, quick).convert(10_000)).toEqual(range);
	expect(clockAfter(quick, slow).convert(10_000)).toEqual(range);
});

it('never gives limits in the wrong order, however precise it has become', () => {
	const clock = clockAfter([1_000, 1_010, 1_000], [1_990, 1_995, 1_000]);
	expect(clock.convert(5_000)).toEqual({ earliest: 4_990, latest: 4_990 });
});

it.each([3_600_000, -3_600_000])('begins again once a clock was set by %i ms', (step) => {
	const before = [1_000, 1_010, 1_000] as [number, number, number];
	const after = [2_000, 2_010, 2_000 + step] as [number, number, number];
	expect(clockAfter(before, after).convert(2_000)).toEqual(clockAfter(after).convert(2_000));
});

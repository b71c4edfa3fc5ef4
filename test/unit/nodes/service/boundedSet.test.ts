import { BoundedSet } from '../../../../nodes/service/boundedSet';

it('holds the newest values, and forgets the one that it has had for the longest time', () => {
	const set = new BoundedSet<number>(2);
	set.add(1).add(2).add(1);
	expect([...set]).toEqual([1, 2]);
	set.add(3);
	expect([...set]).toEqual([2, 3]);
});

//! The work queue of a match.

use agon_contest::PairQueue;
use proptest::prelude::*;

#[test]
fn a_chunk_that_was_lost_is_handed_out_again() {
    let mut queue = PairQueue::new(5, 2);
    assert_eq!([queue.next_chunk(), queue.next_chunk()], [Some(0..2), Some(2..4)]);
    queue.requeue(0..2);
    assert_eq!(
        [queue.next_chunk(), queue.next_chunk(), queue.next_chunk()],
        [Some(0..2), Some(4..5), None]
    );
    assert!(queue.submit(1, 'b', |_| true));
    assert!(!queue.submit(1, 'x', |_| true), "it counts once");
    assert!(!queue.submit(5, 'x', |_| true), "it is no part of the work");
    assert_eq!((queue.reported(), queue.is_done(1)), (0, true));
    let mut told = String::new();
    assert!(queue.submit(0, 'a', |letter| {
        told.push(letter);
        true
    }));
    assert_eq!(told, "ab");
}

proptest! {
    #[test]
    fn results_in_any_order_are_told_in_order_until_it_is_enough(
        order in Just((0..30u64).collect::<Vec<_>>()).prop_shuffle(), enough in 0..40usize, twice in 0..30usize,
    ) {
        let mut queue = PairQueue::new(30, 4);
        let mut told = Vec::new();
        for &pair in order.iter().chain(&order[..twice]) {
            queue.submit(pair, pair, |result| { told.push(result); told.len() < enough });
        }
        prop_assert!(queue.is_over());
        prop_assert_eq!(told, (0..enough.clamp(1, 30) as u64).collect::<Vec<_>>());
    }
}

//! Kernels written by hand: what each instruction does that lanes do together, and where lanes meet again.

use warpsim::device::{Device, Launch, Options, Order, Watch};

/// A kernel `k` whose parameter is the address of an array of numbers, in `%rd1`; `%r1` is the thread's number in its team. It
/// stores `%r2` in the array.
fn kernel(declarations: &str, body: &str) -> String {
    format!(
        ".version 8.5\n.target sm_90\n.address_size 64\n{declarations}
         .visible .entry k(.param .u64 k_param_0)
         {{
           .reg .pred %p<9>;
           .reg .b32 %r<30>;
           .reg .b64 %rd<9>;
           ld.param.u64 %rd1, [k_param_0];
           mov.u32 %r1, %tid.x;
           {body}
           mul.wide.u32 %rd2, %r1, 4;
           add.s64 %rd3, %rd1, %rd2;
           st.global.u32 [%rd3], %r2;
           ret;
         }}\n"
    )
}

/// What `threads` threads leave in the array, or what the simulator says.
fn run(text: &str, threads: u32, order: Order) -> Result<Vec<u32>, String> {
    let mut device = Device::new(Options { memory: 1 << 24, order, ..Options::default() })
        .map_err(|f| f.message)?;
    launch(&mut device, text, [1, threads])
}

/// What so many teams of so many threads leave in an array with an element for each thread of a team.
fn launch(device: &mut Device, text: &str, [teams, threads]: [u32; 2]) -> Result<Vec<u32>, String> {
    let bytes = u64::from(threads) * 4;
    let array = device.allocate(bytes).map_err(|f| f.message)?;
    let module = device.load(&[text.as_bytes().to_vec()]).map_err(|f| f.message)?;
    let kernel = device.kernel(module, "k").expect("the text has it");
    let parameters = array.to_le_bytes();
    let launch = Launch {
        grid: [teams, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        parameters: &parameters,
    };
    device.launch(kernel, &launch).map_err(|f| f.message)?;
    let mut found = vec![0; bytes as usize];
    device.read(array, &mut found).map_err(|f| f.message)?;
    Ok(found.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}

const ORDERS: [Order; 5] = [
    Order { turns: 1, reversed: false, seed: None, interleaved: false },
    Order { turns: 1000, reversed: false, seed: None, interleaved: false },
    Order { turns: 7, reversed: true, seed: None, interleaved: false },
    Order { turns: 9, reversed: false, seed: Some(3), interleaved: false },
    Order { turns: 3, reversed: true, seed: None, interleaved: true },
];

/// Every order leaves the numbers that `expected` gives for the threads.
fn check(declarations: &str, body: &str, threads: u32, expected: impl Fn(u32) -> u32) {
    let text = kernel(declarations, body);
    let wanted: Vec<u32> = (0..threads).map(expected).collect();
    for order in ORDERS {
        assert_eq!(run(&text, threads, order).as_ref(), Ok(&wanted), "{order:?}\n{body}");
    }
}

/// Threads of the first team wait for the last team, which runs at the same time.
#[test]
fn teams_that_wait_for_each_other_end() {
    let body = "
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r2, 7;
        setp.eq.u32 %p1, %r3, 2;
        @%p1 bra TELL;
        WAIT: ld.volatile.global.u32 %r4, [flag];
        setp.eq.u32 %p2, %r4, 0;
        @%p2 bra WAIT;
        bra DONE;
        TELL: st.volatile.global.u32 [flag], 1;
        DONE: bar.sync 0;";
    let text = kernel(".visible .global .align 4 .u32 flag;", body);
    for (turns, seed, watch) in
        [(1, None, Watch::default()), (5, Some(9), Watch { races: true, unwritten: true })]
    {
        let order = Order { turns, seed, reversed: false, interleaved: true };
        let options = Options { memory: 1 << 24, order, watch, ..Options::default() };
        let mut device = Device::new(options).expect("there is memory");
        assert_eq!(launch(&mut device, &text, [3, 64]), Ok(vec![7; 64]), "{order:?}");
    }
}

#[test]
fn lanes_that_go_apart_meet_again() {
    let body = "
        mov.u32 %r2, 0;
        mov.u32 %r3, %r1;
        LOOP: setp.eq.u32 %p1, %r3, 0;
        @%p1 bra OUT;
        add.u32 %r2, %r2, %r3;
        sub.u32 %r3, %r3, 1;
        bra LOOP;
        OUT: activemask.b32 %r4;
        popc.b32 %r5, %r4;
        mad.lo.u32 %r2, %r5, 1000, %r2;";
    check("", body, 32, |t| 32_000 + t * (t + 1) / 2);
}

#[test]
fn a_branch_to_one_of_many_places_finds_it() {
    let body = "
        rem.u32 %r3, %r1, 3;
        TABLE: .branchtargets ZERO, ONE, TWO;
        brx.idx %r3, TABLE;
        ZERO: mov.u32 %r2, 10;
        bra DONE;
        ONE: mov.u32 %r2, 11;
        bra DONE;
        TWO: mov.u32 %r2, 12;
        DONE: activemask.b32 %r4;
        popc.b32 %r5, %r4;
        mad.lo.u32 %r2, %r5, 100, %r2;";
    check("", body, 32, |t| 3200 + 10 + t % 3);
}

/// Team memory has what was there before until a thread waits for its copy; lanes that read nothing write zeros.
#[test]
fn copies_arrive_where_they_are_waited_for() {
    let declarations = ".visible .global .align 16 .b32 from[256];
        .shared .align 16 .b32 tile[256];";
    let head = "
        mul.lo.u32 %r3, %r1, 4;
        mov.u64 %rd4, from;
        cvt.u64.u32 %rd5, %r3;
        add.s64 %rd4, %rd4, %rd5;
        add.u32 %r4, %r1, 100;
        st.global.u32 [%rd4], %r4;
        mov.u32 %r5, tile;
        add.u32 %r5, %r5, %r3;
        st.shared.u32 [%r5], %r1;";
    let waits = [
        ("cp.async.wait_all;", 100),
        ("cp.async.commit_group; cp.async.wait_group 0;", 100),
        ("cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;", 100),
        ("cp.async.commit_group; cp.async.wait_group 1;", 0),
        ("cp.async.wait_group 0;", 0),
        ("", 0),
    ];
    for (wait, more) in waits {
        let body = format!(
            "{head} cp.async.ca.shared.global [%r5], [%rd4], 4; {wait} ld.shared.u32 %r2, [%r5];"
        );
        check(declarations, &body, 64, |t| t + more);
    }
    let part = format!(
        "{head} and.b32 %r6, %r1, 4; cp.async.ca.shared::cta.global [%r5], [%rd4], 4, %r6;
         cp.async.wait_all; ld.shared.u32 %r2, [%r5];"
    );
    check(declarations, &part, 64, |t| if t & 4 == 0 { 0 } else { t + 100 });
    let whole = format!(
        "{head} bar.sync 0; rem.u32 %r6, %r1, 4; setp.ne.u32 %p1, %r6, 0; @%p1 bra OTHERS;
         cp.async.cg.shared.global [%r5], [%rd4], 16; cp.async.commit_group;
         cp.async.wait_group 0;
         OTHERS: bar.sync 0; ld.shared.u32 %r2, [%r5];"
    );
    check(declarations, &whole, 64, |t| t + 100);
}

#[test]
fn shuffles_votes_and_matches_join_lanes() {
    let down = "shfl.sync.down.b32 %r2|%p1, %r1, 3, 31, -1;";
    check("", down, 32, |t| if t < 29 { t + 3 } else { t });
    check("", "shfl.sync.bfly.b32 %r2, %r1, 5, 31, -1;", 32, |t| t ^ 5);
    let ballot = "setp.gt.u32 %p1, %r1, 4; vote.sync.ballot.b32 %r2, %p1, -1;";
    check("", ballot, 32, |_| 0xffff_ffe0);
    let any = "setp.eq.u32 %p1, %r1, 40; vote.sync.any.pred %p2, %p1, -1; selp.b32 %r2, 1, 0, %p2;";
    check("", any, 32, |_| 0);
    let same = "rem.u32 %r3, %r1, 4; match.any.sync.b32 %r2, %r3, -1;";
    check("", same, 32, |t| 0x1111_1111 << (t % 4));
    check("", "redux.sync.add.u32 %r2, %r1, -1;", 32, |_| 496);
    check("", "redux.sync.max.s32 %r2, %r1, -1;", 32, |_| 31);
}

/// Two numbers of 16 bits in one register: a sum does not carry from one into the other, and signs are those of halves.
#[test]
fn pairs_of_small_numbers_are_computed_apart() {
    let pair = "shl.b32 %r3, %r1, 16; or.b32 %r3, %r3, 0xfff0; mov.u32 %r4, 0x000a0014;";
    let of = |instruction: &str| format!("{pair} {instruction}");
    check("", &of("add.s16x2 %r2, %r3, %r4;"), 32, |t| (t + 10) << 16 | 4);
    check("", &of("add.u16x2 %r2, %r3, %r4;"), 32, |t| (t + 10) << 16 | 4);
    check("", &of("min.s16x2 %r2, %r3, %r4;"), 32, |t| t.min(10) << 16 | 0xfff0);
    check("", &of("max.s16x2 %r2, %r3, %r4;"), 32, |t| t.max(10) << 16 | 0x14);
    check("", &of("min.u16x2 %r2, %r3, %r4;"), 32, |t| t.min(10) << 16 | 0x14);
    check("", &of("max.u16x2 %r2, %r3, %r4;"), 32, |t| t.max(10) << 16 | 0xfff0);
}

/// Both halves of the warp come to the shuffle apart, and get each other's numbers.
#[test]
fn members_of_a_shuffle_may_come_apart() {
    let body = "
        setp.lt.u32 %p1, %r1, 16;
        @%p1 bra LOW;
        add.u32 %r3, %r1, 100;
        bra BOTH;
        LOW: add.u32 %r3, %r1, 200;
        BOTH: shfl.sync.idx.b32 %r2, %r3, 20, 31, -1;";
    check("", body, 32, |_| 120);
}

#[test]
fn barriers_order_the_memory_of_a_team() {
    let shared = ".shared .align 4 .b8 numbers[512];";
    let body = "
        mov.u32 %r4, numbers;
        shl.b32 %r5, %r1, 2;
        add.u32 %r6, %r4, %r5;
        st.shared.u32 [%r6], %r1;
        bar.sync 0;
        sub.u32 %r7, 127, %r1;
        shl.b32 %r7, %r7, 2;
        add.u32 %r7, %r4, %r7;
        ld.shared.u32 %r2, [%r7];";
    check(shared, body, 128, |t| 127 - t);
    let count = "setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1;";
    check("", count, 96, |_| 40);
}

#[test]
fn atomic_operations_lose_nothing() {
    let counter = ".global .align 4 .u32 counter;";
    let body = "
        atom.global.add.u32 %r3, [counter], 2;
        bar.sync 0;
        ld.global.u32 %r2, [counter];";
    check(counter, body, 96, |_| 192);
}

/// A call goes down to 0; the lanes return at different depths.
#[test]
fn calls_have_their_own_registers() {
    let sum = ".func (.param .b32 result) sum(.param .b32 n)
        {
          .reg .pred %p<2>;
          .reg .b32 %r<5>;
          ld.param.u32 %r1, [n];
          setp.eq.u32 %p1, %r1, 0;
          @%p1 bra NONE;
          sub.u32 %r2, %r1, 1;
          { .param .b32 a; .param .b32 b;
            st.param.b32 [a], %r2;
            call.uni (b), sum, (a);
            ld.param.b32 %r3, [b]; }
          add.u32 %r4, %r3, %r1;
          st.param.b32 [result], %r4;
          ret;
        NONE:
          st.param.b32 [result], 0;
          ret;
        }";
    let body = "
        { .param .b32 a; .param .b32 b;
          st.param.b32 [a], %r1;
          call.uni (b), sum, (a);
          ld.param.b32 %r2, [b]; }
        activemask.b32 %r4;
        popc.b32 %r5, %r4;
        mad.lo.u32 %r2, %r5, 1000, %r2;";
    check(sum, body, 32, |t| 32_000 + t * (t + 1) / 2);
}

#[test]
fn what_cannot_go_on_is_told() {
    let faults = [
        (
            "mov.u32 %r2, 0; setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1, 64; @!%p1 bar.sync 2, 64;",
            "deadlock",
        ),
        ("mov.u32 %r2, 0; trap;", "the program ends itself"),
        ("mov.u32 %r2, 0; st.global.u32 [%rd1+4096], %r2;", "are in no allocation"),
        ("mov.u32 %r2, 0; st.global.u32 [%rd1+2], %r2;", "is no multiple of 4"),
        ("shfl.sync.idx.b32 %r2, %r1, 3, 31, 15;", "does not name"),
        (
            "mov.u32 %r2, 0; isspacep.shared::cluster %p1, %rd1; cvt.pack.sat.u8.s32.b32 %r2, %r1, %r1, %r2;",
            "does not know",
        ),
    ];
    for (body, message) in faults {
        let said = run(&kernel("", body), 64, Order::default()).expect_err(body);
        assert!(said.contains(message), "{body}: {said}");
    }
}

/// Kernels do not run in one team: what each has in team memory alone may take all that there is.
#[test]
fn kernels_do_not_share_room_in_team_memory() {
    let declarations = ".shared .align 4 .b8 common[512];
        .visible .entry other() { .shared .align 4 .b8 most[200000]; ret; }";
    let body = "
        .shared .align 4 .b8 own[200000];
        .shared .align 4 .b8 second[512];
        mov.u32 %r3, own; mov.u32 %r4, second; mov.u32 %r5, common; shl.b32 %r6, %r1, 2;
        add.s32 %r3, %r3, %r6; add.s32 %r4, %r4, %r6; add.s32 %r5, %r5, %r6;
        mul.lo.s32 %r7, %r1, 10; mul.lo.s32 %r8, %r1, 100;
        st.shared.u32 [%r3], %r1; st.shared.u32 [%r4], %r7; st.shared.u32 [%r5], %r8;
        ld.shared.u32 %r9, [%r3]; ld.shared.u32 %r10, [%r4]; ld.shared.u32 %r11, [%r5];
        add.s32 %r2, %r9, %r10; add.s32 %r2, %r2, %r11;";
    check(declarations, body, 128, |thread| 111 * thread);
    let twice = body.replace("second[512]", "second[200000]");
    let error = run(&kernel(declarations, &twice), 128, ORDERS[0]).expect_err("it is too much");
    assert!(error.contains("variables take 400512 bytes of team memory"), "{error}");
}

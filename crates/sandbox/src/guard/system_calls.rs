//! The system calls that a stranger's program is denied, by a seccomp filter. They reach other
//! processes or hidden memory, or are needed only by what administers a system.

use std::collections::BTreeMap;
use std::env;

use libc as c;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

/// The bit of system calls of the x32 ABI, which shares the architecture of x86-64.
const X32: i64 = 0x4000_0000;

/// The numbers that only the x32 ABI has.
const ONLY_X32: std::ops::RangeInclusive<i64> = 512..=547;

/// Denied with an error.
const DENIED: &[i64] = &[
    // The network; connected pairs of sockets are allowed.
    c::SYS_socket,
    // Other processes.
    c::SYS_ptrace,
    c::SYS_process_vm_readv,
    c::SYS_process_vm_writev,
    c::SYS_process_madvise,
    c::SYS_process_mrelease,
    c::SYS_kcmp,
    c::SYS_pidfd_send_signal,
    c::SYS_pidfd_getfd,
    c::SYS_migrate_pages,
    c::SYS_move_pages,
    // Memory that no process has mapped.
    c::SYS_shmget,
    c::SYS_shmat,
    c::SYS_shmctl,
    c::SYS_semget,
    c::SYS_semctl,
    c::SYS_msgget,
    c::SYS_msgctl,
    c::SYS_msgsnd,
    c::SYS_mq_open,
    c::SYS_memfd_secret,
    c::SYS_add_key,
    c::SYS_request_key,
    c::SYS_keyctl,
    // Namespaces and mounts.
    c::SYS_unshare,
    c::SYS_setns,
    c::SYS_mount,
    c::SYS_umount2,
    c::SYS_pivot_root,
    c::SYS_chroot,
    c::SYS_open_tree,
    c::SYS_move_mount,
    c::SYS_fsopen,
    c::SYS_fsconfig,
    c::SYS_fsmount,
    c::SYS_fspick,
    c::SYS_mount_setattr,
    c::SYS_open_by_handle_at,
    c::SYS_name_to_handle_at,
    // The kernel.
    c::SYS_bpf,
    c::SYS_perf_event_open,
    c::SYS_userfaultfd,
    c::SYS_io_uring_enter,
    c::SYS_io_uring_register,
    c::SYS_fanotify_init,
    c::SYS_fanotify_mark,
    c::SYS_init_module,
    c::SYS_finit_module,
    c::SYS_delete_module,
    c::SYS_kexec_load,
    c::SYS_reboot,
    c::SYS_swapon,
    c::SYS_swapoff,
    c::SYS_acct,
    c::SYS_quotactl,
    c::SYS_syslog,
    c::SYS_vhangup,
    c::SYS_settimeofday,
    c::SYS_clock_settime,
    c::SYS_adjtimex,
    c::SYS_clock_adjtime,
    c::SYS_sethostname,
    c::SYS_setdomainname,
    c::SYS_remap_file_pages,
    c::SYS_lookup_dcookie,
    // Memory that is only in pipes.
    c::SYS_vmsplice,
    // open_tree_attr, which has one number on all architectures.
    467,
];

/// Denied where a program sees the files of others: Landlock does not restrict these.
const ATTRIBUTES: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    c::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    c::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    c::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    c::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    c::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    c::SYS_futimesat,
    c::SYS_fchmod,
    c::SYS_fchmodat,
    c::SYS_fchmodat2,
    c::SYS_fchown,
    c::SYS_fchownat,
    c::SYS_utimensat,
    c::SYS_setxattr,
    c::SYS_lsetxattr,
    c::SYS_fsetxattr,
    c::SYS_removexattr,
    c::SYS_lremovexattr,
    c::SYS_fremovexattr,
    // setxattrat, removexattrat and file_setattr.
    463,
    466,
    469,
];

/// Programs do without these on systems that do not have them, so they seem to be missing. The
/// filter cannot see the flags of `clone3`; `clone` is used then.
const MISSING: &[i64] = &[
    c::SYS_clone3,
    c::SYS_memfd_create,
    c::SYS_pidfd_open,
    c::SYS_io_uring_setup,
    // Of these the whole system or a user has only so many.
    c::SYS_io_setup,
    #[cfg(target_arch = "x86_64")]
    c::SYS_inotify_init,
    c::SYS_inotify_init1,
];

/// Calls that take the id of a process, in this argument. Only 0, the calling process, is allowed.
const OWN_PROCESS: [(i64, u8); 7] = [
    (c::SYS_prlimit64, 0),
    (c::SYS_sched_setaffinity, 0),
    (c::SYS_sched_setscheduler, 0),
    (c::SYS_sched_setparam, 0),
    (c::SYS_sched_setattr, 0),
    (c::SYS_setpriority, 1),
    (c::SYS_ioprio_set, 1),
];

/// Calls that reach more than the calling process if an argument has this value: all processes of
/// the user, and a file that others wait for (a lease).
const OTHERS: [(i64, u8, u64); 3] = [
    (c::SYS_setpriority, 0, c::PRIO_USER as u64),
    // IOPRIO_WHO_USER.
    (c::SYS_ioprio_set, 0, 3),
    (c::SYS_fcntl, 1, c::F_SETLEASE as u64),
];

const NEW_NAMESPACES: u64 = (c::CLONE_NEWNS
    | c::CLONE_NEWUTS
    | c::CLONE_NEWIPC
    | c::CLONE_NEWUSER
    | c::CLONE_NEWPID
    | c::CLONE_NEWNET
    | c::CLONE_NEWCGROUP) as u64;

/// Installs the filter for this process and its descendants. Memory that processes share without a
/// file is denied where nothing counts it, and attributes of files where a program sees those of
/// others.
pub fn filter(denies_shared_memory: bool, denies_attributes: bool) -> Result<(), String> {
    let mut missing = Rules::default();
    MISSING.iter().for_each(|&call| missing.deny(call, Vec::new()));
    missing.install(c::ENOSYS)?;
    let mut denied = Rules::default();
    DENIED.iter().for_each(|&call| denied.deny(call, Vec::new()));
    if denies_attributes {
        ATTRIBUTES.iter().for_each(|&call| denied.deny(call, Vec::new()));
    }
    for (call, argument, value) in OTHERS {
        denied.deny(call, vec![(argument, SeccompCmpOp::Eq, value)]);
    }
    for (call, argument) in OWN_PROCESS {
        denied.deny(call, vec![(argument, SeccompCmpOp::Ne, 0)]);
    }
    // One rule for each flag: a filter can compare bits only with all of a mask.
    for bit in (0..64).map(|bit| 1 << bit).filter(|bit| NEW_NAMESPACES & bit != 0) {
        denied.deny(c::SYS_clone, vec![(0, SeccompCmpOp::MaskedEq(bit), bit)]);
    }
    if denies_shared_memory {
        let shared = (c::MAP_SHARED | c::MAP_ANONYMOUS) as u64;
        denied.deny(c::SYS_mmap, vec![(3, SeccompCmpOp::MaskedEq(shared), shared)]);
    }
    if cfg!(target_arch = "x86_64") {
        ONLY_X32.for_each(|call| denied.deny_exactly(call | X32, Vec::new()));
    }
    denied.install(c::EPERM)
}

/// Rules of a filter by system call: without conditions for every use of it.
#[derive(Default)]
struct Rules(BTreeMap<i64, Vec<SeccompRule>>);

impl Rules {
    /// Denies a call if all conditions on its arguments hold: by its own number and by that of x32.
    fn deny(&mut self, call: i64, conditions: Vec<(u8, SeccompCmpOp, u64)>) {
        self.deny_exactly(call, conditions.clone());
        if cfg!(target_arch = "x86_64") {
            self.deny_exactly(call | X32, conditions);
        }
    }

    fn deny_exactly(&mut self, call: i64, conditions: Vec<(u8, SeccompCmpOp, u64)>) {
        let rules = self.0.entry(call).or_default();
        // The kernel takes numbers as 32 bits, and ignores the others; flags may have 64.
        let condition = |(argument, op, value): (u8, SeccompCmpOp, u64)| {
            let width = match op {
                SeccompCmpOp::MaskedEq(_) => SeccompCmpArgLen::Qword,
                _ => SeccompCmpArgLen::Dword,
            };
            SeccompCondition::new(argument, width, op, value).ok()
        };
        let conditions: Vec<SeccompCondition> =
            conditions.into_iter().filter_map(condition).collect();
        rules.extend(SeccompRule::new(conditions).ok());
    }

    fn install(self, errno: i32) -> Result<(), String> {
        let text = |error: seccompiler::BackendError| error.to_string();
        let arch = env::consts::ARCH.try_into().map_err(text)?;
        let action = SeccompAction::Errno(errno as u32);
        let filter =
            SeccompFilter::new(self.0, SeccompAction::Allow, action, arch).map_err(text)?;
        let program: BpfProgram = filter.try_into().map_err(text)?;
        apply_filter(&program).map_err(|error| error.to_string())
    }
}

"""Opens sockets of every kind."""
import socket
opened = []
for family in [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET]:
    for kind in [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW]:
        try:
            socket.socket(family, kind)
            opened.append((int(family), int(kind)))
        except OSError:
            pass
print("succeeded: it opened", opened) if opened else print("held")
